// How a page handles its player's part in decks that many tables share: it draws once, keeps, commits, and shows
// it when asked.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { hex, unhex } from "../../../rng/bytes.js";
import { entrantCommitment, rootOf } from "../../../rng/shared-decks.js";
import { isMixedIn, loadPart, takePart } from "../take-part.js";

const ME = "00000000000000000007";
const TIP = "a".repeat(64);

let full = false;

beforeEach(() => {
  full = false;
  const kept = {};
  globalThis.localStorage = new Proxy(kept, {
    get: (_, name) => ({
      getItem: (key) => kept[key] ?? null,
      setItem: (key, text) => {
        if (full) throw new Error("full");
        kept[key] = text;
      },
      removeItem: (key) => delete kept[key],
    })[name],
  });
});

/** A server of one set, as one player meets it. */
function server({ reveals = "after-all", me = ME } = {}) {
  const it = {
    set: "d1",
    params: `{"reveals":"${reveals}"}`,
    tip: TIP,
    me,
    stage: "announced",
    commitment: null,
    secret: null,
    sent: [],
  };
  const must = () => (
    !it.commitment
      ? (it.stage === "announced" ? "commit" : null)
      : !it.secret && (it.stage === "collecting" || reveals === "at-once")
      ? "reveal"
      : null
  );
  it.fetchSet = async () => (
    {
      set: it.set,
      params: it.params,
      tip: it.tip,
      me: it.me,
      commitment: it.commitment,
      revealed: Boolean(it.secret),
      must: must(),
    }
  );
  it.send = async (set, call, body) => {
    it.sent.push(call);
    if (call === "enter") it.me = ME;
    if (call === "commit" && it.commitment && it.commitment !== body.c) return { ok: false, error: "committed" };
    if (call === "commit") it.commitment = body.c;
    if (body.secret) it.secret = body.secret;
    return { ok: true, body: await it.fetchSet(), error: null };
  };
  return it;
}

test("it commits, waits for the others, and reveals when it is asked for", async () => {
  const site = server();
  assert.equal(await takePart("d1", site), "waiting");
  assert.equal(site.commitment, hex(entrantCommitment("d1", ME, unhex(loadPart("d1").secret))));
  assert.equal(await takePart("d1", site), "waiting");
  assert.equal(site.secret, null);
  site.stage = "collecting";
  assert.equal(await takePart("d1", site), "revealed");
  assert.equal(site.secret, loadPart("d1").secret);
  assert.deepEqual(site.sent, ["commit", "reveal"]);
});

test("over a day it reveals with its commitment, and a visitor becomes a guest first", async () => {
  const site = server({ reveals: "at-once", me: null });
  assert.equal(await takePart("d1", site), "revealed");
  assert.deepEqual(site.sent, ["enter", "commit"]);
  assert.equal(site.secret, loadPart("d1").secret);
});

test("another device of this player was first", async () => {
  const site = server();
  site.commitment = "b".repeat(64);
  assert.equal(await takePart("d1", site), "elsewhere");
  assert.deepEqual(site.sent, []);
});

test("a browser that keeps nothing does not commit: its secret would be lost", async () => {
  full = true;
  const site = server();
  assert.equal(await takePart("d1", site), "unkept");
  assert.deepEqual(site.sent, []);
});

test("a server that shows another tip, or other params, than at first gets no secret", async () => {
  for (const change of [{ tip: "c".repeat(64) }, { params: "{}" }]) {
    const site = server();
    await takePart("d1", site);
    Object.assign(site, { stage: "collecting", ...change });
    assert.equal(await takePart("d1", site), "changed");
    assert.equal(site.secret, null);
    localStorage.removeItem("every-other-decks:d1");
  }
});

test("a part is in the mix if the record has it, and the root follows", async () => {
  const site = server({ reveals: "at-once" });
  await takePart("d1", site);
  const entrants = [{ player: ME, commitment: site.commitment, secret: site.secret }];
  const record = { set: "d1", params: site.params, tip: TIP, entrants, root: hex(rootOf(site.params, TIP, entrants)) };
  assert.equal(isMixedIn(record, ME), true);
  const left = [{ ...entrants[0], secret: null }];
  assert.equal(isMixedIn({ ...record, entrants: left, root: hex(rootOf(site.params, TIP, left)) }, ME), false);
  assert.equal(isMixedIn({ ...record, root: "0".repeat(64) }, ME), false);
});
