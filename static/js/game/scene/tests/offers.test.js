import assert from "node:assert/strict";
import { test } from "node:test";
import { counterOffer, declineReasons, describeDecline, describeSettings } from "../offers.js";

const offer = { target: 121, counting: "manual", clock: "relaxed", rated: false, best_of: 3 };

test("settings read like a sentence", () => {
  assert.equal(describeSettings({ target: 61, counting: "auto", clock: "none" }), "to 61, counted for you, no clock");
  assert.equal(
    describeSettings({ target: 121, counting: "muggins", clock: "quick", rated: true, quick: false }),
    "to 121, muggins, 2\u00a0min\u00a0+\u00a05\u00a0s, rated",
  );
  assert.equal(
    describeSettings({ ...offer, quick: true }),
    "to 121, counted by hand, a day a move, best of 3, or similar",
  );
});

test("a rated game without a clock has a day for every move", () => {
  assert.equal(
    describeSettings({ target: 121, counting: "auto", clock: "none", rated: true }),
    "to 121, counted for you, a day a move, rated",
  );
});

test("only alternatives to the offer can be asked for", () => {
  const keys = (seek) => declineReasons(seek).map(([key]) => key);
  assert.deepEqual(keys(offer), ["later", "faster", "shorter", "auto", "no"]);
  assert.deepEqual(keys({ target: 61, counting: "auto", clock: "quick" }), ["later", "slower", "no"]);
  assert.deepEqual(keys({ target: 61, counting: "auto", clock: "none" }), ["later", "faster", "no"]);
});

test("a decline is described by its reason", () => {
  assert.equal(describeDecline("Ann", "faster"), "Ann declines: “A faster clock, please.”");
  assert.equal(describeDecline("Ann", "a reason of tomorrow"), "Ann declines.");
});

test("the next offer has the wanted change", () => {
  assert.deepEqual(counterOffer(offer, "faster"), { ...offer, clock: "standard" });
  assert.deepEqual(counterOffer({ ...offer, clock: "quick" }, "slower"), { ...offer, clock: "standard" });
  assert.deepEqual(counterOffer(offer, "shorter"), { ...offer, target: 61 });
  assert.deepEqual(counterOffer(offer, "auto"), { ...offer, counting: "auto" });
  const forPoints = { ...offer, counting: "muggins", rated: true };
  assert.deepEqual(counterOffer(forPoints, "faster"), { ...forPoints, clock: "standard" });
  assert.deepEqual(counterOffer(forPoints, "shorter"), { ...forPoints, target: 61, rated: false });
  assert.equal(counterOffer(offer, "later"), null);
  assert.equal(counterOffer(offer, "no"), null);
});
