import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalJson } from "../../../../rng/json.js";
import { mayReveal, overdueLink, pinShown } from "../../../fairness/order.js";
import { FairPlay } from "../fair-play.js";
import { Page } from "./liars/page.js";
import { Server } from "./liars/server.js";

const MINE = { game: "g1", you: 0, secret: null, commitment: null, elsewhere: false };
const fairOf = (server, change = {}) => ({ ...structuredClone(server.fair()), ...change });
const C = "c".repeat(64);

test("shown values may be added to", () => {
  const fair = fairOf(new Server());
  const first = pinShown({}, fair, MINE);
  const second = pinShown(first.pins, { ...fair, commitments: [null, C] }, MINE);
  const third = pinShown(second.pins, { ...fair, commitments: [null, C], links: { 0: C } }, MINE);
  assert.deepEqual([first.fault, second.fault, third.fault], [null, null, null]);
  assert.deepEqual(third.pins.links, { 0: C });
});

test("a link that changes is detected, and one that is omitted later stays known", () => {
  const fair = fairOf(new Server(), { links: { 1: C } });
  const { pins } = pinShown({}, fair, MINE);
  assert.match(pinShown(pins, { ...fair, links: { 1: "d".repeat(64) } }, MINE).fault, /another link of deal 1/);
  assert.deepEqual(pinShown(pins, { ...fair, links: {} }, MINE).pins.links, { 1: C });
});

const RULES = { clock: "none", counting: "auto", target: 121 };
const paramsWith = (change) =>
  canonicalJson({ bots: [], first_dealer: null, game: "g1", rules: RULES, version: "cribfair/2", ...change });
// With text instead of a number the seats would not take turns: one would deal forever.
const FIRST_DEALERS = ["0", "1", true, [], 0.5, 2].map((dealer) => paramsWith({ first_dealer: dealer }));
const OTHER_RULES = [
  null,
  {},
  { ...RULES, target: 11 },
  { ...RULES, target: "121" },
  { ...RULES, counting: "by me" },
].map((rules) => paramsWith({ rules }));
const READ_IN_TWO_WAYS = [paramsWith({}).replace('"bots"', '"game":"g2","bots"'), paramsWith({}).replace(":", ": ")];

test("no part of a shuffle may be missing or of another type", () => {
  const fair = fairOf(new Server());
  for (const [name, values] of Object.entries({
    version: [null, undefined, "cribfair/9", 1], game: ["g2", null], params: [
      null,
      "",
      "[]",
      "null",
      "{}",
      5,
      ...FIRST_DEALERS,
      ...OTHER_RULES,
      ...READ_IN_TWO_WAYS,
    ], tip: [null, "", "AB", 7],
    commitments: [
      null,
      [],
      [null],
      [null, null, null],
      [1, null],
      "ab",
    ], secrets: [null, ["x", null]], links: [null, [], { x: C }, { 1: 5 }, { "01": C }],
  })) {
    for (const value of values) {
      assert.match(
        pinShown({}, { ...fair, [name]: value }, MINE).fault ?? "",
        new RegExp(`malformed part of the shuffle: ${name}`),
        `${name}: ${value}`,
      );
    }
  }
  assert.ok(pinShown({}, null, MINE).fault);
});

test("a secret is revealed only when all commitments are stored and ours is included", () => {
  const { pins } = pinShown({}, fairOf(new Server(), { commitments: [C, "d".repeat(64)] }), MINE);
  const mine = { ...MINE, secret: "5e", commitment: C };
  assert.equal(mayReveal(pins, mine), true);
  assert.equal(mayReveal(pins, { ...mine, commitment: "e".repeat(64) }), false);
  assert.equal(mayReveal(pins, { ...mine, elsewhere: true }), false);
  assert.equal(mayReveal(pins, { ...mine, secret: null }), false);
  assert.equal(mayReveal({ ...pins, commitments: [C, null] }, mine), false);
  for (const name of ["version", "game", "params", "tip"]) {
    assert.equal(mayReveal({ ...pins, [name]: undefined }, mine), false);
  }
});

test("a link is due with the next deal, and all are at the end", () => {
  const fair = { secrets: ["s", "s"], links: { 0: C, 1: C } };
  assert.equal(overdueLink(fair, { deal: 0, phase: "setup" }), null);
  assert.equal(overdueLink(fair, { deal: 2, phase: "play" }), null);
  assert.equal(overdueLink(fair, { deal: 3, phase: "throw" }), 2);
  assert.equal(overdueLink(fair, { deal: 2, phase: "over" }), 2);
  assert.equal(
    overdueLink({ secrets: ["s", null], links: {} }, { deal: 0, phase: "over" }),
    null,
    "void before the first card",
  );
  assert.equal(
    overdueLink({ secrets: ["s", null], links: { 0: C } }, { deal: 1, phase: "over" }),
    1,
    "a card was dealt all the same",
  );
});

test("a game called off before it began has nothing to check (a flag fell before the first card)", () => {
  const server = new Server();
  const page = new Page(server);
  server.take();
  server.commitments = [C, C];
  server.shownLinks = { 0: server.link(0) };
  server.secrets = [null, "5".repeat(64)];
  page.play.takeIn({ t: "table", you: 1, view: server.viewOf({ phase: "over" }), fair: server.fair() });
  assert.deepEqual(page.play.checkDeals(), []);
});

test("a card dealt while a secret was withheld is a fault", () => {
  const server = new Server();
  const page = new Page(server);
  server.take();
  server.shownLinks = { 0: server.link(0) };
  page.play.takeIn(
    {
      t: "table",
      you: 0,
      view: server.viewOf({ phase: "over", cut: [["2H", "KD"]] }),
      fair: { ...server.fair(), must: null },
    },
  );
  assert.equal(page.play.checkDeals()[0].mark, "false");
});

/** The page of a table with a new game. */
function page(ownWords, saved = {}) {
  const sent = [];
  const play = new FairPlay({ game: "g1", saved, save: () => true, send: (frame) => sent.push(frame), ownWords });
  const server = new Server({ version: "cribfair/1" });
  play.takeIn({ t: "table", you: 0, view: server.view, fair: server.fair() });
  return { saved, sent, play, server };
}

test("a seat commits at once, with the words that were typed before", () => {
  const taken = [];
  const { sent, play, saved, server } = page({ asksEachGame: false, takeOnce: () => taken.push("words") });
  assert.deepEqual(sent, [{ t: "commit", c: play.myCommitment() }]);
  play.takeIn({ t: "fair", ...server.fair() });
  assert.deepEqual([taken.length, sent[1].c, saved.secret.length], [1, play.myCommitment(), 64]);
});

test("a player who wants to type first commits after typing, and the words are never sent", () => {
  const { sent, play } = page({ asksEachGame: true, takeOnce: () => "quince and sardines" });
  assert.deepEqual([sent.length, play.isWaitingForWords], [0, true]);
  play.commitWithWords();
  assert.deepEqual([sent.map(({ t }) => t), play.isWaitingForWords], [["commit"], false]);
  assert.doesNotMatch(JSON.stringify(sent), /quince/);
});

test("a seat that committed on another device is no lie of the server, and its player is sent there", () => {
  const { sent, play, server } = page({ asksEachGame: false, takeOnce: () => "" });
  play.committedElsewhere();
  play.takeIn({ t: "fair", ...server.fair(), must: "reveal", commitments: [C, "d".repeat(64)] });
  assert.deepEqual([play.alarm, sent.length], [null, 1]);
  assert.match(play.stuck, /another device/);
});
