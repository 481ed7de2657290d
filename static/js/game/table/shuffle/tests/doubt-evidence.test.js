import assert from "node:assert/strict";
import { test } from "node:test";
import { buildEvidence, buildReport } from "../doubt-evidence.js";

const at = new Date(0);
const doubt = { deal: 2, says: "A\ncard.", fair: { tip: "aa" }, seen: { starter: "5H" }, deck: ["5H"], key: "bb" };
const evidence = buildEvidence(
  doubt,
  { game: "g", who: { you: 0, names: ["Ann", "Bob"], bots: [false, true] }, from: "https://cards", at },
);

test("the evidence contains the shown, seen and computed values", () => {
  assert.deepEqual(
    [evidence.shown, evidence.seen, evidence.computed],
    [{ tip: "aa" }, { starter: "5H" }, { key: "bb", deck: ["5H"] }],
  );
  assert.deepEqual([evidence.game, evidence.deal, evidence.saved_at], ["g", 2, "1970-01-01T00:00:00.000Z"]);
});

test("the report to the host is one line within the limit", () => {
  assert.equal(buildReport(evidence).says, "A card.");
  assert.equal(buildReport({ ...evidence, says: "x".repeat(3000) }).says.length, 2000);
});
