// Prints, for rng/tests/test_js_parity.py, this code's results for the games and keys on standard input.

import { readFileSync } from "node:fs";

import { hex, unhex } from "../bytes.js";
import * as fair from "../cribfair.js";

const { keys, games } = JSON.parse(readFileSync(0, "utf8"));

function game({ game, params, x0, secrets, d }) {
  const [s0, s1] = secrets.map(unhex);
  const tip = fair.chainTip(game, unhex(x0));
  const [c0, c1] = [fair.seatCommitment(game, 0, s0), fair.seatCommitment(game, 1, s1)];
  const ctx = fair.context(params, tip, c0, c1);
  const link = fair.link(game, unhex(x0), d);
  const key = fair.dealKey(ctx, d, link, s0, s1);
  return {
    commitments: [c0, c1].map(hex),
    tip: hex(tip),
    ctx: hex(ctx),
    code: fair.tableCode("cribfair/1", ctx),
    link: hex(link),
    key: hex(key),
  };
}

console.log(JSON.stringify({ decks: keys.map((key) => fair.deck(unhex(key))), games: games.map(game) }));
