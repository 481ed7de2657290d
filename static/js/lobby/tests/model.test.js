import assert from "node:assert/strict";
import { test } from "node:test";
import { describeAwaitedOpponent, describeOwnScores, describeScores, findBotGame, opponentOf, othersGames, othersSeeks, seeksIMayMeet } from "../model.js";

const seek = (id, by = "Ann") => ({ id, by });
const keyOf = (item) => item.id;

test("my own seeks are not among those I may sit down at", () => {
  const lobby = { you: "Me", mine: [seek("m", "Me")], seeks: [seek("m", "Me"), seek("a"), seek("m2", "Me")] };
  assert.deepEqual(othersSeeks(lobby).map(keyOf), ["a"]);
});

test("one does not watch one's own game", () => {
  const games = [{ players: ["Ann", "Me"] }, { players: ["Ann", "Bob"] }];
  assert.deepEqual(othersGames({ you: "Me", games }), [games[1]]);
  assert.deepEqual(othersGames({ you: null, games }), games);
});

test("a game of mine is told from my side, others as they are", () => {
  const game = { players: ["Ann", "Me"], scores: [10, 20] };
  assert.equal(opponentOf(game, "Me"), "Ann");
  assert.equal(opponentOf({ ...game, nicknames: ["Bo", null] }, "Me"), "Bo (guest)");
  assert.equal(describeScores(game, "Me"), "You 20, they 10, ");
  assert.equal(describeScores({ ...game, players: ["Me", "Ann"] }, "Me"), "You 10, they 20, ");
  assert.equal(describeScores(game), "10 – 20, ");
  assert.equal(describeScores({ ...game, scores: null }, "Me"), "");
});

test("what I wait for is said", () => {
  assert.equal(describeAwaitedOpponent({ to: "Ann", invite: null }), "For Ann to answer");
  assert.equal(describeAwaitedOpponent({ to: null, invite: "/join/x" }), "For a friend with your link");
  assert.equal(describeAwaitedOpponent({ to: null, invite: null, quick: false }), "For anyone to sit down");
});

test("a rated seek is none of those a player without an account could meet", () => {
  const lobby = { you: "Me", mine: [], seeks: [{ ...seek("r"), rated: true }, seek("c", "Bob"), seek("m", "Me")] };
  assert.deepEqual(seeksIMayMeet({ ...lobby, points: null }).map(keyOf), ["c"]);
  assert.deepEqual(seeksIMayMeet({ ...lobby, points: 1500 }).map(keyOf), ["r", "c"]);
});

test("the first button leads back to the newest game with a bot, told from my seat", () => {
  const game = { id: "g", players: ["Me", "Novice"], scores: [26, 27], bot: "novice" };
  assert.equal(findBotGame([{ id: "p", bot: null }, game]), game);
  assert.equal(findBotGame([]), null);
  assert.equal(describeOwnScores(game, "Me"), "you 26, they 27");
});
