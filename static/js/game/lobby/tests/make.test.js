import assert from "node:assert/strict";
import { test } from "node:test";
import { gameRequest, parseRemembered } from "../make.js";

const choices = { target: ["121", "61"], counting: ["auto", "manual"], clock: ["none", "quick"] };

test("the last choices are remembered, as far as they are still available", () => {
  assert.deepEqual(
    parseRemembered('{"target":"61","counting":"muggins","clock":"none"}', choices),
    { target: "61", clock: "none" },
  );
});

test("invalid stored choices are ignored", () => {
  for (const text of [null, "", "{", "null", "[]", "7", '{"target": {}}']) {
    assert.deepEqual(parseRemembered(text, choices), {});
  }
});

test("a form's fields become the request", () => {
  assert.deepEqual(
    gameRequest({ csrfmiddlewaretoken: "x", against: " Ann ", target: "61", counting: "auto", clock: "none" }),
    { against: "Ann", target: 61, counting: "auto", clock: "none" },
  );
  const anyone = { against: "anyone", target: "121", counting: "auto", clock: "quick", quick: "true" };
  assert.equal(gameRequest(anyone).quick, true);
  assert.equal(gameRequest({ ...anyone, rated: "true" }).rated, true);
  assert.equal("rated" in gameRequest({ ...anyone, rated: "false" }), false);
});
