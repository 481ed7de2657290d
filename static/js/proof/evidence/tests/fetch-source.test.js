// A page computes the delay of shared decks once, and says what it found.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { FEWEST_STEPS } from "../../../rng/delay.js";
import { Server } from "../../../game/table/shuffle/tests/liars/server.js";
import { partIn, SharedSet } from "../../../game/table/shuffle/tests/liars/shared-sources.js";
import { checkSource } from "../fetch-source.js";

let answer; // of the worker: the wrong segments, or null
let asked;

/** A set of its own for each test: a page computes each root once. */
function setUp(id) {
  const set = new SharedSet({ id, steps: FEWEST_STEPS });
  const kept = { [`every-other-decks:${id}`]: JSON.stringify({ ...partIn(set), computed: undefined }) };
  globalThis.localStorage = new Proxy(kept, {
    get: (_, name) => ({
      getItem: (key) => kept[key] ?? null,
      setItem: (key, text) => {
        kept[key] = text;
      },
      removeItem: (key) => delete kept[key],
    })[name],
  });
  globalThis.fetch = async (path) => {
    const body = path.endsWith("/record") ? set.record() : new TextEncoder().encode(JSON.stringify(set.log()));
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  };
  const part = () => JSON.parse(kept[`every-other-decks:${id}`]);
  return { fair: new Server({ set }).fair(), set, part };
}

beforeEach(() => {
  [answer, asked] = [[], []];
  globalThis.Worker = class extends EventTarget {
    postMessage(delay) {
      asked.push(delay);
      setTimeout(() => this.dispatchEvent(Object.assign(new Event("message"), { data: answer })));
    }

    terminate() {}
  };
});

async function all(found) {
  const told = [];
  for await (const one of found) told.push(one);
  return told;
}

test("decks are vouched for once the delay is computed again, and it is computed once", async () => {
  const { fair, set, part } = setUp("d11");
  const both = await Promise.all([all(checkSource(fair, "g1")), all(checkSource(fair, "g1"))]);
  for (const told of both) assert.deepEqual(told.map(({ is }) => is), ["uncomputed", "mixed"]);
  assert.equal(asked.length, 1);
  assert.equal(asked[0].steps, FEWEST_STEPS);
  assert.deepEqual([part().computed, part().games], [set.root, { 1: "g1" }]);
  assert.deepEqual((await all(checkSource(fair, "g1"))).map(({ is }) => is), ["mixed"]);
});

test("a segment that was not computed is an alarm", async () => {
  const { fair, part } = setUp("d12");
  answer = [64];
  const told = await all(checkSource(fair, "g1"));
  assert.match(told.at(-1).fault, /Segment 64 of the delay/);
  assert.equal(part().computed, undefined);
});

test("a browser that cannot compute it vouches for nothing, and accuses no one", async () => {
  const { fair, part } = setUp("d13");
  answer = null;
  assert.deepEqual(await all(checkSource(fair, "g1")), [{ is: "uncomputed", fault: null }]);
  assert.equal(part().computed, undefined);
});
