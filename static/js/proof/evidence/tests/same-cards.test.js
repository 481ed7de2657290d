import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, utf8 } from "../../../rng/bytes.js";
import { H, chained, context, dealKey } from "../../../rng/cribfair.js";
import { firstLinked, keyOf, linkBefore, sameAs, sharedBy, sourceOf } from "../../../game/fairness/deal-links.js";

const hash = (name) => H(utf8(name));
const [tip, c0, c1, s0, s1, link] = ["tip", "c0", "c1", "s0", "s1", "link"].map(hash);
const ofFirst = context('{"game":"first"}', tip, c0, c1);
const named = { context: hex(ofFirst), game: "first", secrets: [hex(s0), hex(s1)], tip: hex(tip) };
const fairOf = (params, version = "cribfair/3") => (
  { version, game: "second", params: JSON.stringify(params), tip: hex(tip) }
);

test("the cards of another game come from its links, its context and its secrets", () => {
  const fair = fairOf({ same_as: named });
  assert.deepEqual(sameAs(fair), named);
  assert.equal(sharedBy(fair), null);
  assert.equal(firstLinked(fair), 0); // they cut for deal as in that game
  assert.deepEqual(linkBefore(fair, 3, link), chained("first", link));
  assert.deepEqual(keyOf(fair, 3, link), dealKey(ofFirst, 3, link, s0, s1));
});

test("a source in another form is no source", () => {
  const wrong = [
    {}, { ...named, more: 1 }, { ...named, game: "" }, {
      ...named,
      secrets: [hex(s0)],
    }, { ...named, secrets: hex(s0) }, { ...named, tip: "7" }, [named], null,
  ];
  for (const same_as of wrong) assert.equal(sourceOf(fairOf({ same_as })), null);
  const set = { root: hex(tip), round: 1, set: "s", tip: hex(tip) };
  assert.deepEqual(sharedBy(fairOf({ shared: set })), set);
  assert.equal(sourceOf(fairOf({ same_as: named, shared: set })), null);
  assert.equal(sourceOf(fairOf({ same_as: named }, "cribfair/2")), null);
});
