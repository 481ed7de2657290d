// Prints, for proof/evidence/tests, this code's verdicts on the files in hexadecimal on standard input: transcripts,
// cases and records of decks, alone or combined, and the points of hands.

import { readFileSync } from "node:fs";

import { unhex } from "../../../rng/bytes.js";
import { verifyBeside, verifyCase } from "../case.js";
import { verifyBesideDecks, verifyDecks, verifyDelay } from "../decks.js";
import { scoreHand } from "../../../game/fairness/game-checks.js";
import { faultsBesideEarlier, uncheckedBeside, verifyBesideEarlier } from "../earlier-game.js";
import { faultsBesideGame, verifyBesideGame } from "../same-cards.js";
import { verify } from "../transcript.js";
import { describeVerdict } from "../verdict.js";

const {
  files = [], cases = [], decks = [], same = [], before = [], beside = [], dealers = [], hands = [],
} = JSON.parse(
  readFileSync(0, "utf8"),
);

const told = ({ document, ...verdict }) => (
  { ...verdict, faults: verdict.faults.map(({ says }) => says), says: describeVerdict(verdict) }
);

/** The verdict on a record of decks, and on its game if there is one. */
async function ofDecks([record, file]) {
  const found = await verifyDelay(verifyDecks(unhex(record)));
  const game = file === null ? null : verify(unhex(file));
  if (!game || (game.verdict === "true" && found.verdict !== "true")) return found;
  return verifyBesideDecks(game, unhex(record));
}

const counted = hands.map((hand) => scoreHand(hand.slice(0, 4), hand[4], hand[5]));
const verdicts = [
  ...files.map((file) => verify(unhex(file))),
  ...cases.map(
    ([kept, file]) => (file === null ? verifyCase(unhex(kept)) : verifyBeside(verify(unhex(file)), unhex(kept))),
  ),
  ...await Promise.all(decks.map(ofDecks)),
  ...same.map(([file, first]) => verifyBesideGame(verify(unhex(file)), unhex(first))),
  ...before.map(([file, earlier]) => verifyBesideEarlier(verify(unhex(file)), verify(unhex(earlier)))),
];
const faults = beside.map(([game, first]) => [...faultsBesideGame(game, first)].map(({ says }) => says));
const ofDealers = dealers.map(([game, earlier]) => {
  const found = [...faultsBesideEarlier(game, earlier)].map(({ says }) => says);
  return { faults: found, unchecked: found.length ? [] : uncheckedBeside(game, earlier) };
});
console.log(JSON.stringify({ verdicts: verdicts.map(told), counted, faults, dealers: ofDealers }));
