/** Counts the given hands and plays, for a comparison with the server's engine. */

import { readFileSync } from "node:fs";

import { declareGo, playCard, startPlay } from "../play-rules.js";
import { score } from "../../../game/engine/scoring.js";

const { hands, plays } = JSON.parse(readFileSync(0, "utf8"));

function played({ cards, moves }) {
  let play = startPlay(cards, 0);
  return moves.map((move) => {
    const done = move === "go" ? declareGo(play) : playCard(play, move);
    play = done.play;
    return { events: done.events, turn: play.turn };
  });
}

process.stdout.write(JSON.stringify({ scores: hands.map(score), plays: plays.map(played) }));
