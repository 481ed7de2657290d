// A named first dealer is held to the reason in the params, by what this browser asked for and kept of the game before.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dealerDoubt, dealerFault, describeDealer, earlierGame, reasonOf } from "../first-dealer.js";

const [ME, THEM, OTHER] = ["00000000000000000007", "00000000000000000003", "00000000000000000009"];
const paramsOf = (more, players = [ME, THEM]) => JSON.stringify({ players, signer: "key", ...more });

/** A game with decks of its own, in which seat 0 deals first because of this. */
const fairOf = (because, first = 0, players = undefined) => ({
  version: "cribfair/2",
  game: "g2",
  params: paramsOf({ first_dealer: first, ...(because ? { first_dealer_because: because } : {}) }, players),
});

/** The data that the browser kept of the game before: it sat here, seat 0 dealt first, and this seat won. */
const keptOf = ({ you = 0, winner = 1, players = undefined, params = {}, ...more } = {}) => ({
  you,
  secret: "5e",
  pins: { params: paramsOf({ first_dealer: 0, ...params }, players) },
  seen: { 4: { result: { winner, value: 1, ended: "played" } } },
  ...more,
});

const REMATCH = { rematch_of: "g1" };
const ASKED = { you: 0, way: "asked", rematchOf: "g1", event: null, earlier: keptOf() };
const ALTERNATES = { alternates_with: "g1" };
const IN_EVENT = {
  you: 0, way: null, rematchOf: undefined, event: "e1",
  earlier: keptOf({ you: 1, players: [THEM, ME], params: { first_dealer_because: { event: "e1" } } }),
};

test("a rematch that this browser asked for is vouched for, if the loser of the game before deals first", () => {
  assert.equal(dealerFault(fairOf(REMATCH), ASKED), null);
  assert.equal(dealerDoubt(fairOf(REMATCH), ASKED), null);
  assert.match(describeDealer(fairOf(REMATCH)), /loser of the game before/);
});

test("the next game of an event's match is vouched for, if the other player dealt first before", () => {
  assert.equal(dealerFault(fairOf(ALTERNATES), IN_EVENT), null);
  assert.equal(dealerDoubt(fairOf(ALTERNATES), IN_EVENT), null);
  const { pins } = keptOf({ players: [THEM, ME] });
  const third = { ...IN_EVENT, earlier: { ...IN_EVENT.earlier, pins, event: "e1" } };
  assert.equal(dealerDoubt(fairOf(ALTERNATES), third), null);
});

const VOID = keptOf({ winner: null });
for (const [what, fair, known, says] of [
  ["the winner deals first", fairOf(REMATCH, 1), {}, /the other player should have dealt first/],
  ["a void game has a loser", fairOf(REMATCH), { earlier: VOID }, /the other player should have dealt first/],
  ["a rematch is cut for", fairOf(null, null), {}, /the other player should have dealt first/],
  ["others played the game before", fairOf(REMATCH), { earlier: keptOf({ players: [ME, OTHER] }) }, /by others/],
  ["the seats were changed", fairOf(REMATCH), { earlier: keptOf({ you: 1, players: [THEM, ME], winner: 1 }) }, /seats/],
  ["it is the rematch of another game", fairOf({ rematch_of: "g0" }), { earlier: null }, /another game than you asked/],
  ["an event is named for a rematch", fairOf({ event: "e1" }), { earlier: null }, /another game than you asked/],
  ["a new game is called a rematch", fairOf(REMATCH), { rematchOf: null }, /new game, in which the players cut/],
  ["a new game is an event's", fairOf({ event: "e1" }), { rematchOf: null }, /new game, in which the players cut/],
  ["a new game names the dealer without a reason", fairOf(null), { rematchOf: null }, /the players cut for deal/],
]) {
  test(`it is an alarm where ${what}`, () => assert.match(dealerFault(fair, { ...ASKED, ...known }), says));
}

test("it is an alarm where the first deal of a match does not alternate", () => {
  assert.match(dealerFault(fairOf(ALTERNATES, 1), IN_EVENT), /the other player should have dealt first/);
});

for (const because of [
  {}, { rematch_of: "" }, { rematch_of: "g1", event: "e1" }, { rematch_of: 1 }, { because: "g1" }, ["g1"], "g1", null,
  { rematch_of: "g2" },
]) {
  test(`it is no reason: ${JSON.stringify(because)}`, () => {
    const params = paramsOf({ first_dealer: 0, first_dealer_because: because });
    assert.match(dealerFault({ ...fairOf(null), params }, { ...ASKED, way: null }), /no valid reason/);
  });
}

test("a reason without a named dealer, or with shared decks, is none", () => {
  assert.match(dealerFault(fairOf(REMATCH, null), ASKED), /no valid reason/);
  assert.match(dealerFault({ ...fairOf(REMATCH), version: "cribfair/3" }, ASKED), /no valid reason/);
});

for (const [what, fair, known, says] of [
  ["the server gives no reason", fairOf(null), ASKED, /didn’t say why/],
  ["the event decides", fairOf({ event: "e1" }), IN_EVENT, /event’s rules decide/],
  ["the rematch was not asked for here", fairOf(REMATCH), { ...ASKED, rematchOf: undefined }, /didn’t ask for/],
  ["the rematch was not asked for", fairOf(REMATCH), { ...ASKED, rematchOf: undefined, way: null }, /didn’t ask for/],
  ["the game before is not kept", fairOf(REMATCH), { ...ASKED, earlier: {} }, /didn’t see the game before/],
  ["its secret was drawn elsewhere", fairOf(REMATCH), { ...ASKED, earlier: keptOf({ secret: null }) }, /didn’t see/],
  ["its end was not seen", fairOf(REMATCH), { ...ASKED, earlier: keptOf({ seen: {} }) }, /didn’t see/],
  [
    "its player did not come from the event", fairOf(ALTERNATES), { ...IN_EVENT, event: null },
    /which game of the match/,
  ],
  ["the game before was another event's", fairOf(ALTERNATES), { ...IN_EVENT, event: "e2" }, /which game of the match/],
  [
    "another game followed that one",
    fairOf(ALTERNATES),
    { ...IN_EVENT, earlier: { ...IN_EVENT.earlier, followedBy: "g3" } },
    /which game of the match/,
  ],
]) {
  test(`it is no alarm and no tick where ${what}`, () => {
    assert.equal(dealerFault(fair, known), null);
    assert.match(dealerDoubt(fair, known), says);
  });
}

test("ids that were made with another key, or by an older version, accuse nobody", () => {
  const ofAnotherKey = keptOf({ players: [OTHER, THEM], params: { signer: "new" } });
  for (const earlier of [keptOf({ players: ["5", "1"] }), ofAnotherKey]) {
    assert.equal(dealerFault(fairOf(REMATCH), { ...ASKED, earlier }), null);
  }
});

test("the game before is named by a rematch and by a match, and not by an event", () => {
  assert.deepEqual(
    [REMATCH, ALTERNATES, { event: "e1" }, null].map((because) => earlierGame(fairOf(because))),
    ["g1", "g1", null, null],
  );
  assert.deepEqual(reasonOf(fairOf(REMATCH)), { kind: "rematch_of", of: "g1" });
});
