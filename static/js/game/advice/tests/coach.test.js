import assert from "node:assert/strict";
import { test } from "node:test";
import { loadRemarks } from "../coach.js";

const REMARKS = [{ says: "You led a five in deal 4.", deal: 4, ply: 31, drill: null }];
const WAITING = { ok: true, body: { waiting: true, remarks: [] } };
const DONE = { ok: true, body: { waiting: false, remarks: REMARKS } };
const REFUSED = { ok: false, body: { error: "rated_game", says: "No advice until it’s over." } };

/** Loads from a server that gives these answers in turn. */
async function load(answers, looks) {
  const asked = [];
  let waited = 0;
  globalThis.fetch = async (path) => {
    asked.push(path);
    const { ok, body } = answers[asked.length - 1];
    return { ok, status: ok ? 200 : 403, json: async () => body };
  };
  const remarks = await loadRemarks("abc", looks, async () => {
    waited += 1;
  });
  return { remarks, asked, waited };
}

test("remarks are loaded once they are there", async () => {
  assert.deepEqual(await load([DONE]), { remarks: REMARKS, asked: ["/api/games/abc/coach"], waited: 0 });
  const { remarks, waited } = await load([WAITING, WAITING, DONE], 5);
  assert.deepEqual([remarks, waited], [REMARKS, 2]);
});

test("a review that takes too long has no remarks", async () => {
  const { remarks, asked, waited } = await load([WAITING, WAITING, WAITING], 3);
  assert.deepEqual([remarks, asked.length, waited], [[], 3, 2]);
});

test("a refusal is no remark", async () => {
  assert.deepEqual((await load([REFUSED], 5)).remarks, []);
});
