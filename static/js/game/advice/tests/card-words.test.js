import assert from "node:assert/strict";
import { test } from "node:test";
import { cardReasons, explainCard } from "../card-words.js";

const AT = { hand: [], pile: [], seen: [], theyPassed: false, isMyCrib: true, mine: 60, theirs: 60, target: 121 };
const line = (card, now, pegging, win) => ({ card, now, pegging, win });
const kinds = (position, [best, ...others]) =>
  cardReasons({ ...AT, ...position }, best, others).map(({ kind }) => kind);

test("after the opponent's go a card is played that leads to thirty-one, or lets another follow", () => {
  const hand = ["3H", "2D", "4C"];
  const position = { hand, pile: ["KD", "QS", "6C"], seen: [...hand, "KD", "QS", "6C"], theyPassed: true };
  assert.deepEqual(kinds(position, [line("3H", 0, 3, 0.6), line("4C", 0, 1, 0.5)]), ["thirty-one", "play on"]);
  assert.match(
    explainCard([line("3H", 0, 3, 0.6), line("4C", 0, 1, 0.5)], { ...AT, ...position }),
    /^They can’t play, and your 2 then makes thirty-one\./,
  );
});

test("points now are passed up if another card brings more in the end", () => {
  const position = { hand: ["5H", "8S"], pile: ["JC"], seen: ["5H", "8S", "JC"] };
  const says = explainCard([line("8S", 0, 1.5, 0.6), line("5H", 2, 1.1, 0.55)], { ...AT, ...position });
  assert.match(says, /^The 5 scores 2 now, but this brings more by the end of the play\./);
});

test("if a card that brings more wins less often, the score is given as the reason", () => {
  const position = {
    hand: ["5H", "8S"],
    pile: ["JC"],
    seen: ["5H", "8S", "JC"],
    isMyCrib: false,
    mine: 117,
    theirs: 119,
  };
  const says = explainCard([line("8S", 0, -1, 0.6), line("5H", 2, 1, 0.4)], { ...AT, ...position });
  assert.equal(
    says,
    "You need 4, they need 2, and you count first. The 5 brings more points, but here it wins fewer games.",
  );
});

test("the rest of the play is no reason where its figure is lower", () => {
  const position = { hand: ["9H", "5S"], seen: ["9H", "5S"] };
  assert.deepEqual(kinds(position, [line("9H", 0, 0.2, 0.5), line("5S", 0, 0.1, 0.49)]).includes("trap"), true);
  assert.deepEqual(kinds(position, [line("9H", 0, 0.1, 0.5), line("5S", 0, 0.2, 0.49)]), ["wins most"]);
});
