import assert from "node:assert/strict";
import { test } from "node:test";
import { addedItems, describeAwaitedOpponent, describeOwnScores, describeScores, findBotGame, findMissedPairing, LINGER, nextRows, opponentOf, othersGames, othersSeeks, pageTitle, seeksIMayMeet } from "../model.js";

const seek = (id, by = "Ann") => ({ id, by });
const keyOf = (item) => item.id;
const calm = { keyOf, now: 0, inUse: false };
const keys = (rows) => rows.map((row) => row.key + (row.goneAt === null ? "" : "†")).join(" ");
const shown = (...ids) => nextRows([], ids.map((id) => seek(id)), calm);

test("who is new comes at the end, wherever the server names them", () => {
  assert.equal(keys(nextRows(shown("a", "b"), [seek("c"), seek("b"), seek("a")], calm)), "a b c");
});

test("in the tray, which grows upwards, who is new comes first", () => {
  assert.equal(keys(nextRows(shown("a"), [seek("a"), seek("b"), seek("c")], { ...calm, newestFirst: true })), "c b a");
});

test("what has gone stays in its place for a moment", () => {
  const left = nextRows(shown("a", "b", "c"), [seek("a"), seek("c")], { ...calm, now: 100 });
  assert.equal(keys(left), "a b† c");
  assert.equal(keys(nextRows(left, [seek("a"), seek("c")], { ...calm, now: 99 + LINGER })), "a b† c");
  assert.equal(keys(nextRows(left, [seek("a"), seek("c")], { ...calm, now: 100 + LINGER })), "a c");
});

test("nothing slides in a list that is in use", () => {
  const left = nextRows(shown("a", "b"), [seek("b")], { ...calm, now: 100, inUse: true });
  assert.equal(keys(nextRows(left, [seek("b")], { ...calm, now: 1e6, inUse: true })), "a† b");
  assert.equal(keys(nextRows(left, [seek("b")], { ...calm, now: 1e6 })), "b");
});

test("who comes back is there as before, with what is known now", () => {
  const left = nextRows(shown("a", "b"), [seek("b")], { ...calm, now: 100 });
  const back = nextRows(left, [seek("b"), seek("a", "Bob")], { ...calm, now: 200 });
  assert.equal(keys(back), "a b");
  assert.equal(back[0].item.by, "Bob");
});

test("my own seeks are not among those I may sit down at", () => {
  const lobby = { you: "Me", mine: [seek("m", "Me")], seeks: [seek("m", "Me"), seek("a"), seek("m2", "Me")] };
  assert.deepEqual(othersSeeks(lobby).map(keyOf), ["a"]);
});

test("one does not watch one's own game", () => {
  const games = [{ players: ["Ann", "Me"] }, { players: ["Ann", "Bob"] }];
  assert.deepEqual(othersGames({ you: "Me", games }), [games[1]]);
  assert.deepEqual(othersGames({ you: null, games }), games);
});

test("a seek that became a game while the line was down is noticed", () => {
  const lobby = (mine, playing) => ({ mine: mine.map((id) => seek(id, "Me")), playing: playing.map((id) => ({ id })) });
  assert.deepEqual(findMissedPairing(lobby(["a", "b"], []), lobby(["a"], ["b"])), { seek: "b", game: "b" });
  assert.deepEqual(findMissedPairing(lobby(["b"], ["x"]), lobby([], ["elder", "x"])), { seek: "b", game: "elder" });
  assert.equal(findMissedPairing(lobby(["a", "b"], ["x"]), lobby(["a"], ["x"])), null);
  assert.equal(findMissedPairing(lobby(["a"], []), lobby(["a"], ["x"])), null);
  assert.equal(findMissedPairing(lobby([], []), lobby([], ["x"])), null);
});

test("a challenge is announced once", () => {
  assert.deepEqual(addedItems([seek("a")], [seek("a"), seek("b")]).map(keyOf), ["b"]);
});

test("the title counts the challenges that wait", () => {
  assert.equal(pageTitle("Every Other", 0), "Every Other");
  assert.equal(pageTitle("Every Other", 2), "(2) Every Other");
});

test("a game of mine is told from my side, others as they are", () => {
  const game = { players: ["Ann", "Me"], scores: [10, 20] };
  assert.equal(opponentOf(game, "Me"), "Ann");
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
