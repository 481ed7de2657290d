/** Plays over what the server signed of a game: each score, and how it ended, has to follow from the moves and the decks. Pure. */

import { gettext } from "../ui/translate.js";
import { fault, lineOf, resultFaults } from "./game-checks.js";
import { scoreFaults } from "./line.js";
import { hashOf, keptReceipt } from "./receipts.js";

/**
 * @param {{params: string, receipts: {step: string, note: string}[], decks: Map<number, string[]>}} signed  `decks`: those that are known
 * @returns {Generator<import("./game-checks.js").Fault>} nothing where a deck is missing
 */
export function* signedLineFaults({ params, receipts, decks }) {
  const deals = receipts.filter(({ step }) => step.startsWith("shown ")).map(({ step, note }) => dealOf(Number(step.split(" ")[1]), keptReceipt(note)));
  if (!deals.length || !deals.every(({ number }) => decks.has(number))) return;
  const { rules: promised, first_dealer: first } = JSON.parse(params);
  const rules = { ...promised, first_dealer: first ?? null };
  const words = deals.flatMap(({ number, moves }) => [`#${number}`, ...moves]);
  const line = yield* scoreFaults({
    rules,
    moves: words.map((move) => ({ move })),
    deals: deals.map(({ number, scores }) => ({ number, deck: decks.get(number), hands: number ? { scores } : null })),
  });
  const over = receipts.find(({ step }) => step === "over");
  if (line && over) yield* endFaults(line, { rules, words }, keptReceipt(over.note).lines);
}

function* endFaults(line, { rules, words }, over) {
  if (line.phase !== "over") yield fault(gettext("By the line the game goes on."));
  const winner = over.winner === "-" ? null : Number(over.winner);
  yield* resultFaults([winner, Number(over.value), over.ended], words, line.scores, line.target);
  if (over.line !== hashOf(lineOf(rules, words))) yield fault(gettext("The line does not tell the same rules and moves."));
}

const dealOf = (number, { lines }) => ({ number, moves: lines.moves.split(" ").filter((word) => word !== "moves" && word), scores: lines.scores.split(" ").map(Number) });
