/** Plays over what the server signed of a game: each score, and how it ended, has to follow from the moves and the decks. Pure. */

import { gettext } from "../ui/translate.js";
import { fault, resultFaults } from "./game-checks.js";
import { scoreFaults } from "./line.js";
import { keptReceipt } from "./receipts.js";

/**
 * @param {{params: string, receipts: {step: string, note: string}[], decks: Map<number, string[]>}} signed  `decks`: those that are known
 * @returns {Generator<import("./game-checks.js").Fault>} nothing where a deck is missing
 */
export function* signedLineFaults({ params, receipts, decks }) {
  const deals = receipts.filter(({ step }) => step.startsWith("shown ")).map(({ step, note }) => dealOf(Number(step.split(" ")[1]), keptReceipt(note)));
  if (!deals.length || !deals.every(({ number }) => decks.has(number))) return;
  const { rules, first_dealer: first } = JSON.parse(params);
  const line = yield* scoreFaults({
    rules: { ...rules, first_dealer: first ?? null },
    moves: deals.flatMap(({ number, moves }) => [`#${number}`, ...moves]).map((move) => ({ move })),
    deals: deals.map(({ number, scores }) => ({ number, deck: decks.get(number), hands: number ? { scores } : null })),
  });
  const over = receipts.find(({ step }) => step === "over");
  if (line && over) yield* endFaults(line, deals, keptReceipt(over.note).lines);
}

function* endFaults(line, deals, { winner, value, ended }) {
  if (line.phase !== "over") yield fault(gettext("By the line the game goes on."));
  yield* resultFaults([winner === "-" ? null : Number(winner), Number(value), ended], deals.flatMap(({ moves }) => moves), line.scores, line.target);
}

const dealOf = (number, { lines }) => ({ number, moves: lines.moves.split(" ").filter((word) => word !== "moves" && word), scores: lines.scores.split(" ").map(Number) });
