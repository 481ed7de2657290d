import assert from "node:assert/strict";
import { test } from "node:test";
import {
  barLengths,
  describeFit,
  describeReadings,
  formatEquity,
  formatShare,
  lawUrl,
  rangesUrl,
  rowName,
} from "../texts.js";

const player = (share, error = 0) => (
  { hand: "(3-2-)45678", wins: 24, losses: 12, ties: 9, equity: "19/30", share, error }
);
const reading = (share, error) => ({ players: [player(share, error)] });

test("hands that are not written are not asked for", () => {
  assert.equal(
    rangesUrl([" A29 ", "", "(7-7-7)"], "4 4"),
    "/fairness/lab/razz/equity?hands=A29&hands=%287-7-7%29&dead=4+4",
  );
  assert.equal(
    lawUrl({ cards: "A 2 3", others: "", dead: "K", games: "1000" }, 7),
    "/fairness/lab/razz?cards=A+2+3&others=&dead=K&games=1000&seed=7",
  );
});

test("a row is named by its highest card, or null", () => {
  assert.deepEqual([-1, 5, 13].map(rowName), ["null", "5", "13"]);
  assert.equal(formatShare(0.0283939), "2.839");
});

test("what fits, what does not, and what could not differ are told apart", () => {
  const law = (fit) => describeFit({ run_outs: 211876, games: 1000, fit });
  assert.match(
    law({ chi2: 8.7, df: 9, p: 0.46 }),
    /211,876 ways .* match the exact column: chi-square 8\.7 with 9 degrees of freedom, p = 0\.46/,
  );
  assert.match(law({ chi2: 1798, df: 9, p: 0 }), /don’t match the exact column/);
  assert.match(describeFit({ run_outs: 1, games: 1000, fit: { chi2: 0, df: 0, p: 1 } }), /ended in the same row/);
});

test("the longest bar fills its row, whether it is exact or drawn", () => {
  const [short, long] = barLengths([{ exact: 0.25, sampled: 0.125 }, { exact: 0.375, sampled: 0.5 }]);
  assert.deepEqual([short, long], [{ exact: 0.5, sampled: 0.25 }, { exact: 0.75, sampled: 1 }]);
});

test("an exact worth has its fraction, a drawn one its error", () => {
  assert.deepEqual(
    formatEquity(player(19 / 30), true),
    { share: "63.3333% = 19/30", results: "24 won, 12 lost, 9 tied" },
  );
  assert.equal(formatEquity(player(0.6331, 0.0011), false).share, "63.31 ± 0.11%");
});

test("readings that differ by more than chance are said to", () => {
  assert.match(describeReadings(reading(0.5), reading(19 / 30)), /in order, .* 63\.33%; without order it is 50\.00%/);
  assert.match(describeReadings(reading(0.5, 0.001), reading(0.502, 0.001)), /the same/);
});
