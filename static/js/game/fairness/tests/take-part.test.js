// A page and its player's part in decks that many tables share: it draws once, stores, commits, and reveals on request.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { hex, unhex } from "../../../rng/bytes.js";
import { entrantCommitment, rootOf } from "../../../rng/shared-decks.js";
import { FEWEST_STEPS } from "../../../rng/delay.js";
import { isMixedIn, loadPart, MOST_WAIT, takePart } from "../take-part.js";

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

/** A server of one set, from one player's side. */
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
      mix: it.mix ?? null,
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

test("it commits, waits for the others, and reveals on request", async () => {
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

test("in a daily game it reveals with its commitment, and a visitor becomes a guest first", async () => {
  const site = server({ reveals: "at-once", me: null });
  assert.equal(await takePart("d1", site), "revealed");
  assert.deepEqual(site.sent, ["enter", "commit"]);
  assert.equal(site.secret, loadPart("d1").secret);
});

test("it notes how long after its secret it saw the mix, and the first mix alone", async () => {
  const site = server();
  const clock = mock.timers;
  clock.enable({ apis: ["Date"], now: 1_000_000 });
  await takePart("d1", site);
  assert.equal(loadPart("d1").fewest, FEWEST_STEPS);
  site.mix = "1".repeat(64); // before this browser's secret a mix says nothing
  site.stage = "collecting";
  clock.tick(5_000);
  await takePart("d1", site);
  assert.equal(loadPart("d1").mix, undefined);
  clock.tick(9_000);
  site.mix = "2".repeat(64);
  await takePart("d1", site);
  clock.tick(60_000);
  site.mix = "3".repeat(64);
  await takePart("d1", site);
  clock.reset();
  const { mix, waited } = loadPart("d1");
  assert.deepEqual({ mix, waited }, { mix: "2".repeat(64), waited: 9_000 });
});

test("a secret that was sent twice counts from the first time", async () => {
  const site = server();
  const clock = mock.timers;
  clock.enable({ apis: ["Date"], now: 1_000_000 });
  await takePart("d1", site);
  site.stage = "collecting";
  const { send } = site;
  site.send = async () => ({ ok: false, error: null });
  assert.equal(await takePart("d1", site), "failed");
  clock.tick(20_000);
  site.send = send;
  assert.equal(await takePart("d1", site), "revealed");
  site.mix = "2".repeat(64);
  await takePart("d1", site);
  clock.reset();
  assert.equal(loadPart("d1").waited, 20_000);
});

test("in a daily game the mix comes long after the secret", async () => {
  const site = server({ reveals: "at-once" });
  const clock = mock.timers;
  clock.enable({ apis: ["Date"], now: 1_000_000 });
  await takePart("d1", site);
  clock.tick(3_600_000);
  site.mix = "2".repeat(64);
  await takePart("d1", site);
  clock.reset();
  assert.ok(loadPart("d1").waited > MOST_WAIT);
});

test("another device of this player was first", async () => {
  const site = server();
  site.commitment = "b".repeat(64);
  assert.equal(await takePart("d1", site), "elsewhere");
  assert.deepEqual(site.sent, []);
});

test("a browser without storage does not commit: its secret would be lost", async () => {
  full = true;
  const site = server();
  assert.equal(await takePart("d1", site), "unkept");
  assert.deepEqual(site.sent, []);
});

test("a server that shows another tip, or other params, than before gets no secret", async () => {
  for (const change of [{ tip: "c".repeat(64) }, { params: "{}" }]) {
    const site = server();
    await takePart("d1", site);
    Object.assign(site, { stage: "collecting", ...change });
    assert.equal(await takePart("d1", site), "changed");
    assert.equal(site.secret, null);
    localStorage.removeItem("every-other-decks:d1");
  }
});

test("a server that shows a second set for the same event, or the same day, gets no secret for it", async () => {
  for (const named of ['{"event":"e1","reveals":"after-all"}', '{"daily":"2026-11-29","reveals":"at-once"}']) {
    const [first, second] = [server(), server()];
    first.params = second.params = named;
    await takePart("d1", first);
    second.set = "d2";
    assert.equal(await takePart("d2", second), "changed");
    assert.deepEqual(second.sent, []);
    assert.equal(await takePart("d1", first), first.secret ? "revealed" : "waiting");
    second.params = named.replace("e1", "e2").replace("-29", "-30");
    assert.notEqual(await takePart("d2", second), "changed");
    for (const set of ["d1", "d2"]) localStorage.removeItem(`every-other-decks:${set}`);
  }
});

test("a part is included if the record has it and the root follows from the record", async () => {
  const site = server({ reveals: "at-once" });
  await takePart("d1", site);
  const entrants = [{ player: ME, commitment: site.commitment, secret: site.secret }];
  const record = { set: "d1", params: site.params, tip: TIP, entrants, root: hex(rootOf(site.params, TIP, entrants)) };
  assert.equal(isMixedIn(record), true);
  const left = [{ ...entrants[0], secret: null }];
  assert.equal(isMixedIn({ ...record, entrants: left, root: hex(rootOf(site.params, TIP, left)) }), false);
  assert.equal(isMixedIn({ ...record, root: "0".repeat(64) }), false);
});
