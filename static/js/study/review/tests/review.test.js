import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceAt, describeChance, describeCurve, everyTurn, formatChance, geometry } from "../curve.js";
import {
  describeDecision,
  describeGrade,
  describeMistake,
  describeNoDecision,
  formatLost,
  lineRows,
  mistakesOf,
  worstOf,
} from "../decision-texts.js";
import { explainDecision } from "../decision-words.js";
import { barRange, describeLedger, exceedsGame, formatSignedTenths, formatTenths, waterfall } from "../ledger.js";

const WHO = { you: 0, names: ["Ada", "Novice"] };
const NOBODY = { you: null, names: ["Ada", "Novice"] };

const REVIEW = {
  plies: 100,
  curve: [
    { ply: 0, chance: 500_000 },
    { ply: 40, chance: 900_000 },
    { ply: 60, chance: 300_000 },
    { ply: 100, chance: 1_000_000 },
  ],
  deals: [
    { deal: 1, ply: 1, chances: [500_000, 900_000] },
    { deal: 2, ply: 41, chances: [900_000, 300_000] },
    { deal: 3, ply: 61, chances: [300_000, 1_000_000] },
  ],
};

test("the curve goes from edge to edge, with the reader's chance upwards", () => {
  const [mine, theirs] = [0, 1].map((seat) => geometry(REVIEW, [], { width: 300, height: 126, seat }));
  assert.equal(mine.line, "36,58 135.8,58 138.4,18 187,18 189.6,78 289.4,78 292,8");
  assert.equal(theirs.line, "36,58 135.8,58 138.4,98 187,98 189.6,38 289.4,38 292,108");
  assert.deepEqual(mine.rules.map(({ y, label }) => [y, label]), [[8, "100%"], [58, "50%"], [108, "0%"]]);
});

test("a chance that is decided early stays so to the end", () => {
  const curve = [{ ply: 0, chance: 500_000 }, { ply: 1, chance: 0 }];
  assert.deepEqual(everyTurn(curve, 5), [...curve, { ply: 5, chance: 0 }]);
});

test("the areas of both sides are closed along their own edge", () => {
  const { under, over } = geometry(REVIEW, [], { width: 300, height: 126, seat: 0 });
  assert.ok(under.startsWith("36,108 ") && under.endsWith(" 292,108"));
  assert.ok(over.startsWith("36,8 ") && over.endsWith(" 292,8"));
});

test("a tap selects the nearest move, and none outside the game", () => {
  const { plyAt, point } = geometry(REVIEW, [], { width: 300, height: 126, seat: 0 });
  assert.deepEqual([plyAt(-20), plyAt(138), plyAt(1_000)], [0, 40, 100]);
  assert.equal(plyAt(point(73).x), 73);
});

test("between two points the earlier one counts", () => {
  assert.equal(chanceAt(REVIEW.curve, 59, 0), 900_000);
  assert.equal(chanceAt(REVIEW.curve, 60, 1), 700_000);
});

test("a mistake is marked at its move and player", () => {
  const fault = { ply: 59, seat: 1, grade: "blunder" };
  const { marks } = geometry(REVIEW, [fault], { width: 300, height: 126, seat: 0 });
  assert.deepEqual(marks, [{ ply: 59, by: 1, grade: "blunder", x: 189.6, y: 78 }]);
});

test("nothing is certain before the end", () => {
  assert.deepEqual([0, 1_200, 500_000, 999_900, 1_000_000].map(formatChance), ["0%", "1%", "50%", "99%", "100%"]);
  assert.equal(describeChance(REVIEW, 60, 1, WHO), "Novice 70%");
  assert.equal(describeChance({ curve: [{ ply: 0, chance: 0 }], plies: 9 }, 8, 0, WHO), "You 1%");
});

test("the curve is described in words", () => {
  assert.equal(
    describeCurve(REVIEW, 0, WHO),
    "Your winning chance started at 50%, went as high as 100% (deal 3) and as low as 30% (deal 2), and ended at 100%. The biggest swing was deal 3, which gave you 70%.",
  );
});

const PARTS = {
  your_cards: -90,
  their_cards: -60,
  cuts: 0,
  crib: 20,
  pegging: 0,
  met: -10,
  your_play: -51,
  their_play: 0,
  ended: 0,
};
const filled = (change) => (
  {
    your_cards: 0,
    their_cards: 0,
    cuts: 0,
    crib: 0,
    pegging: 0,
    met: 0,
    your_play: 0,
    their_play: 0,
    ended: 0,
    ...change,
  }
);
const ledger = (shown, won) => {
  const total = Object.values(shown).reduce((a, b) => a + b, 0);
  return { shown, shown_start: (won ? 1_000 : 0) - total, result: won ? 1_000_000 : 0 };
};

test("the bars begin where the last one ended, from the start to the result", () => {
  const bars = waterfall(ledger(PARTS, false), 0, WHO, "played");
  for (const [n, bar] of bars.slice(1, -1).entries()) assert.equal(bar.from, bars[n].to);
  assert.equal(bars[bars.length - 2].to, bars[bars.length - 1].to);
  assert.deepEqual(bars.map(({ label, by }) => `${label} ${formatSignedTenths(by)}`), [
    "At the start +19.1", "Your cards −9.0", "Novice’s cards −6.0", "Luck of the crib +2.0", "Matchup −1.0",
    "Your play −5.1", "Lost 0.0",
  ]);
});

test("bars that outdo each other get the space they need", () => {
  const bars = waterfall(ledger(filled({ your_cards: 900, your_play: -400 }), true), 0, WHO, "played");
  assert.deepEqual(barRange(bars), { low: 0, high: 1_400 });
});

test("figures are in percent, with their signs", () => {
  assert.deepEqual(
    [formatSignedTenths(123), formatSignedTenths(-4), formatSignedTenths(0), formatTenths(1_000)],
    ["+12.3", "−0.4", "0.0", "100.0"],
  );
});

test("what exceeds a whole game is put into words", () => {
  assert.deepEqual(
    [123_000, 1_000_000, 1_360_000].map(formatLost),
    ["12.3%", "100.0%", "more than a game (1.4)"],
  );
  const over = (parts) => exceedsGame(waterfall(ledger(filled(parts), true), 0, WHO, "played"));
  assert.deepEqual(
    [{ your_cards: 400 }, { your_cards: 1_100, your_play: -700 }, { your_cards: -700, cuts: 1_100 }].map(over),
    [false, true, true],
  );
});

test("the ledger is summed up in one sentence", () => {
  const sentence = (shown, won, ended = "played") => describeLedger(ledger(filled(shown), won), 0, WHO, ended);
  assert.equal(
    sentence({ your_cards: -120, your_play: -51 }, false),
    "The cards cost you 12.0, your play cost you 5.1: this one was a bit of both.",
  );
  assert.equal(
    sentence({ your_cards: -300, your_play: -51 }, false),
    "The cards cost you 30.0, your play cost you 5.1: this one was mostly luck.",
  );
  assert.equal(
    sentence({ your_cards: -300, their_play: 40 }, false),
    "The cards cost you 30.0, your play cost you nothing, Novice’s play gave you 4.0: this one was luck.",
  );
  assert.equal(
    sentence({ your_cards: -100, their_play: 400 }, true),
    "The cards cost you 10.0, your play cost you nothing, Novice’s play gave you 40.0: this one was skill.",
  );
  assert.equal(
    sentence({ your_cards: 50, ended: -400 }, false, "resigned"),
    "The cards gave you 5.0, your play cost you nothing, resigning cost you 40.0: it ended before it was played out.",
  );
});

const THROW = {
  ply: 2, deal: 1, seat: 0, sort: "throw", rank: 3, of: 15, lost: 12_280, lost_points: 0.6, grade: "inaccuracy",
  made: { cards: ["9C", "KD"], win: 571_020, points: 9.4, hand: 7.9, crib: 0.9, pegging: 0.6 },
  best: { cards: ["9C", "TD"], win: 583_300, points: 10, hand: 7.9, crib: 1.5, pegging: 0.6 },
};
THROW.lines = [THROW.best];

test("for a watcher it names the favored player", () => {
  const { shown, ...rest } = ledger(filled({ your_cards: -120, your_play: -51, their_play: 100 }), false);
  assert.equal(
    describeLedger({ shown, ...rest }, 0, NOBODY, "played"),
    "For Ada the cards cost 12.0, their own play cost 5.1, Novice’s play gave 10.0: this one was luck.",
  );
});

test("a discard is judged with its reason, in words", () => {
  const why = "10-Q brings your crib little.";
  assert.equal(describeGrade(THROW, WHO), "Your discard: inaccuracy (3 of 15)");
  assert.equal(
    describeDecision(THROW, why, WHO),
    `You discard 9♣ K♦. Advanced would discard 9♣ 10♦ and win 1.2% more games from here. ${why}`,
  );
  assert.equal(
    describeDecision({ ...THROW, rank: 1, lost: 0, grade: "best" }, "", NOBODY),
    "Ada discards 9♣ K♦. So would Advanced.",
  );
  assert.match(
    describeDecision({ ...THROW, seat: 1 }, why, WHO),
    / In Novice’s place: 10-Q brings your crib little\.$/,
  );
});

const SIX = ["9C", "KD", "TD", "5H", "5S", "JD"];
const stopBefore = (scene, cards) => (
  {
    before: {
      scene: { dealer: 0, scores: [40, 50], target: 121, pile: [], played: [], starter: "2C", ...scene },
      cards,
    },
  }
);

test("the reason why another discard was better uses the six dealt cards", () => {
  const stop = stopBefore({}, { dealt: [SIX, []], hands: [SIX, []], throws: [[], []] });
  assert.match(
    explainDecision(THROW, stop).replaceAll("\u2060", ""),
    /^Keep 5-5-J-K: ten now\. .*9♣ K♦: your crib gets about half a point less\. /,
  );
  assert.doesNotMatch(explainDecision({ ...THROW, lost: 0, made: THROW.best }, stop), /9♣ K♦/);
});

test("the reason why another card was better uses the player's knowledge", () => {
  const stop = stopBefore(
    { pile: ["6C"], played: [[1, "6C"]] },
    { dealt: [[], []], hands: [["5H", "9S"], []], throws: [["KD", "QD"], []] },
  );
  const nine = { cards: ["9S"], now: 2, pegging: 1.5, win: 600_000, points: 1.5 };
  const five = { cards: ["5H"], now: 0, pegging: -0.5, win: 560_000, points: -0.5 };
  const card = { ...THROW, sort: "card", made: five, best: nine, lines: [nine, five], lost: 40_000 };
  assert.match(explainDecision(card, stop), /^It scores now: fifteen for two\./);
});

test("a player's costliest mistakes come worst first, at most three, and no other player's", () => {
  const faults = [
    ["good", 0, 9],
    ["blunder", 0, 60],
    ["mistake", 1, 90],
    ["inaccuracy", 0, 20],
    ["mistake", 0, 30],
    ["inaccuracy", 0, 21],
  ];
  const decisions = faults.map(([grade, seat, lost]) => ({ ...THROW, grade, seat, lost: 1_000 * lost }));
  assert.deepEqual(worstOf(decisions, 0).map(({ lost }) => lost), [60_000, 30_000, 21_000]);
  assert.deepEqual(worstOf(decisions, null).map(({ lost }) => lost), [90_000, 60_000, 30_000], "a watcher sees both");
  assert.equal(describeMistake(decisions[1]), "Deal 1: 9♣ K♦, not 9♣ 10♦ (blunder, 6.0%)");
});

test("the choice that was made is marked among the best few; the other's crib is subtracted", () => {
  const { heads, rows } = lineRows(THROW, 1);
  assert.deepEqual(heads, ["Discard", "Hand", "Crib", "Pegs", "Total", "Wins"]);
  assert.deepEqual(rows.map(({ name, isMade }) => [name, isMade]), [["9♣ 10♦", false], ["9♣ K♦", true]]);
  assert.deepEqual(rows[1].figures, ["7.9", "−0.9", "0.6", "9.4", "57.1%"]);
});

test("a claim that was too low is described with the points of the hand", () => {
  const claim = {
    ...THROW,
    sort: "claim",
    rank: 2,
    of: 2,
    made: { cards: [], claim: 6, win: 1, points: 6 },
    best: { cards: [], claim: 8, win: 2, points: 8 },
    lines: [],
  };
  assert.equal(
    describeDecision(claim, "", WHO),
    "You claim 6. Advanced would claim 8 and win 1.2% more games from here. Your hand was worth more.",
  );
});

test("only a costly choice is a mistake", () => {
  const graded = ["best", "good", "inaccuracy", "mistake", "blunder"].map((grade) => ({ grade }));
  assert.deepEqual(mistakesOf(graded).map(({ grade }) => grade), ["inaccuracy", "mistake", "blunder"]);
});

test("a move without a choice is no decision", () => {
  assert.equal(
    describeNoDecision({ events: [{ e: "go" }], seat: 1, move: { kind: "go" } }, WHO),
    "Novice had no choice.",
  );
  assert.equal(
    describeNoDecision({ events: [{ e: "dealt" }], seat: null, move: { kind: "deal" } }, WHO),
    "No decision here.",
  );
});
