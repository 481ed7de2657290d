// Answers game/tests/evidence: what this code finds in the files, which come in hexadecimal on standard input,
// and what it counts the hands to be worth.

import { readFileSync } from "node:fs";

import { unhex } from "../bytes.js";
import { scoreHand } from "../game-checks.js";
import { verify } from "../transcript.js";
import { describeVerdict } from "../verdict.js";

const { files = [], hands = [] } = JSON.parse(readFileSync(0, "utf8"));

function found(file) {
  const { document, ...verdict } = verify(unhex(file));
  return { ...verdict, faults: verdict.faults.map(({ says }) => says), says: describeVerdict({ document, ...verdict }) };
}

const counted = hands.map((hand) => scoreHand(hand.slice(0, 4), hand[4], hand[5]));
console.log(JSON.stringify({ verdicts: files.map(found), counted }));
