import assert from "node:assert/strict";
import { test } from "node:test";

import { describeField, describeWho, fieldRows } from "../field.js";

const line = (cards, votes, win = 0.5) => ({ thrown: cards.split(" "), kept: [], win, votes });
const result = {
  votes: 10,
  lines: [line("5H JD", 2), line("2C 3D", 5), line("5H 2C", 3), line("JD 3D", 0), line("9S KC", 0)],
  thrown: ["2C", "3D"],
  bots: { novice: ["9S", "KC"], halscrib: ["2C", "3D"], advanced: ["5H", "JD"], master: ["5H", "JD"] },
};

test("the most frequent discard comes first, and those without votes are left out", () => {
  assert.deepEqual(
    fieldRows(result, ["5H", "2C"]).map(({ thrown, votes }) => [thrown.join(" "), votes]),
    [["2C 3D", 5], ["5H 2C", 3], ["5H JD", 2]],
  );
});

test("named voters are the house's bots, the game's player, and the reader", () => {
  const rows = fieldRows(result, ["2C", "5H"]);
  assert.deepEqual(rows.map(describeWho), ["HALSCRIB · discarded in the game", "you", "the best · Advanced · Master"]);
});

test("the chart is described in words", () => {
  assert.equal(
    describeField(fieldRows(result, ["2C", "5H"])),
    "2♣ 3♦: 50% (HALSCRIB · discarded in the game), 5♥ 2♣: 30% (you) and 5♥ J♦: 20% (the best · Advanced · Master)",
  );
});

test("the best discard and the reader's own are shown with any number of votes", () => {
  const lines = Array.from(
    { length: 15 },
    (_, n) =>
      line(`${"A23456789TJQK"[n % 13]}H ${"A23456789TJQK"[n % 13]}${n < 13 ? "S" : "C"}`, n === 14 ? 1 : n && 20 - n),
  );
  const rows = fieldRows(
    {
      ...result,
      lines,
      thrown: lines[1].thrown,
      bots: Object.fromEntries(["halscrib", "advanced", "master"].map((name) => [name, lines[0].thrown])),
    },
    lines[14].thrown,
  );
  assert.equal(rows.length, 8);
  assert.ok(rows.some(({ isBest }) => isBest));
  assert.ok(rows.some(({ isMine }) => isMine));
});
