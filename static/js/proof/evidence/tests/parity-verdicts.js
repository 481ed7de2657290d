// Answers proof/evidence/tests: what this code finds in the files, which come in hexadecimal on standard input,
// in cases and records of decks, alone or beside a transcript, and what it counts the hands to be worth.

import { readFileSync } from "node:fs";

import { unhex } from "../../../rng/bytes.js";
import { verifyBeside, verifyCase } from "../case.js";
import { verifyBesideDecks, verifyDecks } from "../decks.js";
import { scoreHand } from "../../../game/fairness/game-checks.js";
import { faultsBesideGame, verifyBesideGame } from "../same-cards.js";
import { verify } from "../transcript.js";
import { describeVerdict } from "../verdict.js";

const { files = [], cases = [], decks = [], same = [], beside = [], hands = [] } = JSON.parse(readFileSync(0, "utf8"));

const told = ({ document, ...verdict }) => (
  { ...verdict, faults: verdict.faults.map(({ says }) => says), says: describeVerdict(verdict) }
);

const counted = hands.map((hand) => scoreHand(hand.slice(0, 4), hand[4], hand[5]));
const verdicts = [
  ...files.map((file) => verify(unhex(file))),
  ...cases.map(
    ([kept, file]) => (file === null ? verifyCase(unhex(kept)) : verifyBeside(verify(unhex(file)), unhex(kept))),
  ),
  ...decks.map(
    ([record, file]) => (
      file === null ? verifyDecks(unhex(record)) : verifyBesideDecks(verify(unhex(file)), unhex(record))
    ),
  ),
  ...same.map(([file, first]) => verifyBesideGame(verify(unhex(file)), unhex(first))),
];
const faults = beside.map(([game, first]) => [...faultsBesideGame(game, first)].map(({ says }) => says));
console.log(JSON.stringify({ verdicts: verdicts.map(told), counted, faults }));
