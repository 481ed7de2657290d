import assert from "node:assert/strict";
import { test } from "node:test";
import { gameRequest, parseRemembered } from "../make.js";

const choices = { target: ["121", "61"], counting: ["auto", "manual"], clock: ["none", "quick"] };

test("the last choice is remembered, as far as it still is one", () => {
  assert.deepEqual(
    parseRemembered('{"target":"61","counting":"muggins","clock":"none"}', choices),
    { target: "61", clock: "none" },
  );
});

test("what is no memory is none", () => {
  for (const text of [null, "", "{", "null", "[]", "7", '{"target": {}}']) {
    assert.deepEqual(parseRemembered(text, choices), {});
  }
});

test("a form asks for what its fields say", () => {
  assert.deepEqual(
    gameRequest({ csrfmiddlewaretoken: "x", against: " Ann ", target: "61", counting: "auto", clock: "none" }),
    { against: "Ann", target: 61, counting: "auto", clock: "none" },
  );
  const anyone = { against: "anyone", target: "121", counting: "auto", clock: "quick", quick: "true" };
  assert.equal(gameRequest(anyone).quick, true);
  assert.equal(gameRequest({ ...anyone, rated: "true" }).rated, true);
  assert.equal("rated" in gameRequest({ ...anyone, rated: "false" }), false);
});
