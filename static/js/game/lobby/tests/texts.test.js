import assert from "node:assert/strict";
import { test } from "node:test";
import {
  byUrgency,
  describeAwaitedOpponent,
  describeInProgress,
  describeOwnScores,
  describeScores,
  describeTurn,
  describeWait,
  findBotGame,
  opponentOf,
} from "../texts.js";

test("my own game is described from my side, others in their order", () => {
  const game = { players: ["Ann", "Me"], scores: [10, 20] };
  assert.equal(opponentOf(game, "Me"), "Ann");
  assert.equal(opponentOf({ ...game, nicknames: ["Bo", null] }, "Me"), "Bo (guest)");
  assert.equal(describeScores(game, "Me"), "You 20, they 10, ");
  assert.equal(describeScores({ ...game, players: ["Me", "Ann"] }, "Me"), "You 10, they 20, ");
  assert.equal(describeScores(game), "10 – 20, ");
  assert.equal(describeScores({ ...game, scores: null }, "Me"), "");
});

test("the awaited opponent is named", () => {
  assert.equal(describeAwaitedOpponent({ to: "Ann", invite: null }), "For Ann to answer");
  assert.equal(describeAwaitedOpponent({ to: null, invite: "/join/x" }), "For a friend with your link");
  assert.equal(describeAwaitedOpponent({ to: null, invite: null, quick: false }), "For anyone to sit down");
});

test("the first button leads back to the newest game with a bot, from my side", () => {
  const game = { id: "g", players: ["Me", "Novice"], scores: [26, 27], bot: "novice" };
  assert.equal(findBotGame([{ id: "p", bot: null }, game]), game);
  assert.equal(findBotGame([]), null);
  assert.equal(describeOwnScores(game, "Me"), "you 26, they 27");
});

test("a wait is shown in steps that do not flicker", () => {
  assert.deepEqual([0, 9.9, 10, 59, 60, 3599, 3600].map(describeWait), [
    "just came", "just came", "waiting 10 s", "waiting 50 s", "waiting 1 min", "waiting 59 min", "waiting 1 h",
  ]);
});

test("the bar names the newest of several games", () => {
  const game = { my_turn: false, left_ms: null };
  assert.equal(describeInProgress([game], "Ann"), "You have a game in progress against Ann.");
  assert.equal(describeInProgress([game, game, game], "Ann"), "You have 3 games in progress, the newest against Ann.");
});

test("the bar first names the games in which it is my turn, with the time left", () => {
  const game = { my_turn: false, left_ms: null };
  const [mine, urgent] = [{ my_turn: true, left_ms: null }, { my_turn: true, left_ms: 3_600_000 }];
  assert.deepEqual(byUrgency([game, mine, urgent]), [urgent, mine, game]);
  assert.equal(describeInProgress([mine, game], "Ann"), "It’s your turn against Ann.");
  assert.equal(
    describeInProgress([urgent, mine, game], "Ann"),
    "It’s your turn in 2 games, first against Ann. (1 hour left)",
  );
  assert.deepEqual([game, mine, urgent].map(describeTurn), ["", "Your turn", "Your turn · 1 hour left"]);
});

test("a paused game shows until when, and so for whom: the opponent's name is above it", () => {
  const until = Date.UTC(2027, 7, 12, 12);
  const rests = /on vacation until Aug 12$/;
  assert.match(describeTurn({ my_turn: false, left_ms: null, away_until: until }), rests);
  assert.match(
    describeTurn({ my_turn: true, left_ms: 95 * 3_600_000, away_until: until }),
    /^Your turn · on vacation until Aug 12$/,
  );
  assert.match(
    describeInProgress([{ my_turn: true, left_ms: 95 * 3_600_000, away_until: until }], "Ann"),
    /\(on vacation until Aug 12\)$/,
  );
});
