import assert from "node:assert/strict";
import { test } from "node:test";
import { asWished, company, declined, inProgress, reasonsFor, settings, stake, waited } from "../texts.js";

const offer = { target: 121, counting: "manual", clock: "relaxed", rated: false };

test("settings read like a sentence", () => {
  assert.equal(settings({ target: 61, counting: "auto", clock: "none" }), "to 61, counted for you, no clock");
  assert.equal(settings({ target: 121, counting: "muggins", clock: "quick", rated: true, quick: false }), "to 121, muggins, 2\u00a0min\u00a0+\u00a05\u00a0s, rated");
  assert.equal(settings({ ...offer, quick: true }), "to 121, counted by hand, a day a move, or thereabouts");
});

test("a wait is told in steps that do not flicker", () => {
  assert.deepEqual([0, 9.9, 10, 59, 60, 3599, 3600].map(waited), [
    "just came", "just came", "waiting 10 s", "waiting 50 s", "waiting 1 min", "waiting 59 min", "waiting 1 h",
  ]);
});

test("only what could be otherwise can be wished otherwise", () => {
  const keys = (seek) => reasonsFor(seek).map(([key]) => key);
  assert.deepEqual(keys(offer), ["later", "faster", "shorter", "auto", "no"]);
  assert.deepEqual(keys({ target: 61, counting: "auto", clock: "quick" }), ["later", "slower", "no"]);
  assert.deepEqual(keys({ target: 61, counting: "auto", clock: "none" }), ["later", "faster", "no"]);
});

test("a decline is told in the words of its reason", () => {
  assert.equal(declined("Ann", "faster"), "Ann declines: “A faster clock, please.”");
  assert.equal(declined("Ann", "a reason of tomorrow"), "Ann declines.");
});

test("what was wished is what is offered next", () => {
  assert.deepEqual(asWished(offer, "faster"), { ...offer, clock: "standard" });
  assert.deepEqual(asWished({ ...offer, clock: "quick" }, "slower"), { ...offer, clock: "standard" });
  assert.deepEqual(asWished(offer, "shorter"), { ...offer, target: 61 });
  assert.deepEqual(asWished(offer, "auto"), { ...offer, counting: "auto" });
  const forPoints = { ...offer, counting: "muggins", rated: true };
  assert.deepEqual(asWished(forPoints, "faster"), { ...forPoints, clock: "standard" });
  assert.deepEqual(asWished(forPoints, "shorter"), { ...forPoints, target: 61, rated: false });
  assert.equal(asWished(offer, "later"), null);
  assert.equal(asWished(offer, "no"), null);
});

test("a rated game without a clock has a day for every move", () => {
  assert.equal(settings({ target: 121, counting: "auto", clock: "none", rated: true }), "to 121, counted for you, a day a move, rated");
});

test("what a rated game is about is told to who can play it", () => {
  assert.equal(stake(1500, 1700).says, "win +29, lose −13");
  assert.match(stake(1500, 1700).why, /200 points above/);
  assert.equal(stake(null, 1700), null);
  assert.equal(stake(1500, null), null);
});

test("one does not count oneself among the company", () => {
  assert.equal(company(1, "Ann"), "Be the first to sit down");
  assert.equal(company(1, null), "1 other player is here");
  assert.equal(company(3, "Ann"), "2 other players are here");
});

test("the bar names the newest of several games", () => {
  assert.equal(inProgress(1, "Ann"), "You have a game in progress against Ann.");
  assert.equal(inProgress(3, "Ann"), "You have 3 games in progress, the newest against Ann.");
});
