/** Replays the signed moves of a game: each score, and the ending, must follow from the moves and the decks. Pure. */

import { gettext } from "../../ui/translate.js";
import { SIGNED_PROTOCOL } from "../../rng/cribfair.js";
import { fault, lineOf, outcome } from "./game-checks.js";
import { isCanonical } from "../../rng/json.js";
import { Line, stopped } from "./line.js";
import { hashOf } from "./receipts.js";
import { areSettled, isMove } from "./transcript-shape.js";

/** @typedef {{text: string, lines: Record<string, string>, seat: string, step: string}} SignedReceipt */

/**
 * The params that decide the course of a game, or null if they are ambiguous.
 * @param {string} params
 */
export function settledBy(params) {
  const settled = isCanonical(params) ? JSON.parse(params) : null;
  return areSettled(settled) ? settled : null;
}

/**
 * Whether the signed moves lead by the rules to the signed results, if all are stored. Only called if all other checks
 * pass.
 * @param {string} params @param {Map<string, SignedReceipt>} own one seat's, by their steps
 * @param {(deal: number) => string[]} deckOf @returns {Generator<import("./game-checks.js").Fault>}
 */
export function* playedFaults(params, own, deckOf) {
  const settled = settledBy(params);
  if (!settled || !own.has("opened")) return;
  const { bots, first_dealer: first, rules: { clock } } = settled;
  const rules = { ...settled.rules, first_dealer: first };
  const fair = { version: SIGNED_PROTOCOL, commitments: ["both", "stand"], secrets: ["both", "shown"] };
  const line = new Line(
    { rules, clock, fair, players: [0, 1].map((seat) => ({ bot: bots.includes(seat) })), deals: [] },
  );
  const words = [];
  let [d, last] = [first === null ? 0 : 1, null];
  for (let shown = own.get(`shown ${d}`); shown; shown = own.get(`shown ${++d}`)) {
    line.decks.set(d, deckOf(d));
    for (const word of `#${d} ${shown.lines.moves ?? "-"}`.replace(/ +$/, "").split(" ")) {
      if (!isMove(word) || !line.allows(word)) {
        yield fault(gettext("Deal {d}: the move {word} is not allowed where it stands.", { d, word }), d);
        return;
      }
      words.push(word);
    }
    yield* otherLines(shown, { dealer: String(line.dealer), scores: line.scores.join(" ") });
    last = shown;
  }
  if (!last) return;
  const over = own.get("over");
  const end = over && line.phase === "over" ? outcome(words, line.scores, line.target) : null;
  if (end) {
    const [winner, value, ended] = end;
    const told = { ended, winner: String(winner ?? "-"), value: String(value), scores: line.scores.join(" ") };
    yield* otherLines(over, { ...told, line: hashOf(lineOf(rules, words)) });
  } else if (over?.lines.after === hashOf(last.text)) {
    yield fault(gettext("By the moves the game goes on, and the receipt \"{step}\" of seat {seat} ends it.", over));
  } else if (line.stopsWithinDeal) yield stopped(line);
}

function* otherLines({ step, seat, lines }, expected) {
  for (const [name, true_] of Object.entries(expected)) {
    const said = lines[name] ?? "-";
    if (said !== true_) {
      yield fault(
        gettext(
          "The receipt \"{step}\" of seat {seat} says \"{name} {said}\", and by the moves it is \"{name} {true}\".",
          { step, seat, name, said, true: true_ },
        ),
      );
    }
  }
}
