import assert from "node:assert/strict";
import { test } from "node:test";
import { describeResignCost } from "../resign-dialog.js";
import { describeSettlement, describeStakes, formatChange } from "../stakes.js";

const ADA = { you: 0, names: ["Ada", "Bert"] };
const BERT = { ...ADA, you: 1 };
const WATCHER = { ...ADA, you: null };
const STAKES = { points: [1500, 1700], win: [29, 13], loss: [13, 29], why: ["Bert is above.", "Ada is below."] };
const NOVICE = { you: 0, names: ["Ada", "Novice"] };
const SETTLED = {
  before: [1500, 1700],
  change: [29, -29],
  after: [1529, 1671],
  why: ["Bert is above.", "Ada is below."],
  voided: false,
};

test("a player sees their own stake, and both players' points", () => {
  assert.deepEqual(
    describeStakes(STAKES, ADA),
    { line: "Rated: win +29, lose 13", more: ["You have 1500 points. Bert has 1700 points.", "Bert is above."] },
  );
  assert.equal(describeStakes(STAKES, BERT).line, "Rated: win +13, lose 29");
});

test("a watcher sees both stakes", () => {
  assert.deepEqual(
    describeStakes(STAKES, WATCHER).more,
    ["Ada has 1500 points: win +29, lose 13.", "Bert has 1700 points: win +13, lose 29."],
  );
  const withABot = { points: [1500, 1500], win: [21, null], loss: [21, null], why: ["Equals.", null] };
  assert.deepEqual(describeStakes(withABot, { ...NOVICE, you: null }).more[1], "Novice keeps 1500 points either way.");
});

test("resigning shows its cost", () => {
  assert.deepEqual(
    [29, 1, 0].map((loss) => describeResignCost(loss)),
    ["You lose 29 points.", "You lose 1 point.", "It costs you no points."],
  );
});

test("before a deal was counted resigning costs no points, and is announced as leaving", () => {
  assert.match(describeResignCost(29, false), /no points.* left unfinished/);
});

test("the settlement lists both, mine first", () => {
  assert.deepEqual(describeSettlement(SETTLED, BERT), {
    lines: [
      { name: "You", says: "1700 → 1671 (−29)", heard: "You −29, now 1671." },
      { name: "Ada", says: "1500 → 1529 (+29)", heard: "Ada +29, now 1529." },
    ],
    why: "Ada is below.",
  });
  assert.deepEqual(describeSettlement(SETTLED, WATCHER).lines.map(({ name }) => name), ["Ada", "Bert"]);
});

test("against a bot the settlement is mine alone", () => {
  const sum = {
    before: [2600, null],
    change: [0, null],
    after: [2600, null],
    why: ["It changes nothing.", null],
    voided: false,
  };
  assert.deepEqual(
    describeSettlement(sum, NOVICE),
    { lines: [{ name: "You", says: "2600 → 2600 (±0)", heard: "You ±0, now 2600." }], why: "It changes nothing." },
  );
});

test("a game that was called off says so, and so does one that a host reverted", () => {
  const none = [null, null];
  assert.deepEqual(
    describeSettlement({ before: none, change: none, after: none, why: none, voided: true }, ADA),
    { lines: [], why: "A game that is called off changes no points." },
  );
  assert.match(describeSettlement({ ...SETTLED, voided: true }, ADA).why, /called off this game/);
});

test("a change has its sign", () => {
  assert.deepEqual([13, -29, 0].map(formatChange), ["+13", "−29", "±0"]);
});
