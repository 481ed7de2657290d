/** Plays over what the server signed of a game: each score has to follow from the moves and the decks. Pure. */

import { scoreFaults } from "./line.js";
import { keptReceipt } from "./receipts.js";

/**
 * @param {{params: string, receipts: {step: string, note: string}[], decks: Map<number, string[]>}} signed  `decks`: those that are known
 * @returns {import("./game-checks.js").Fault[]} none where a deck is missing
 */
export function signedScoreFaults({ params, receipts, decks }) {
  const deals = receipts.filter(({ step }) => step.startsWith("shown ")).map(({ step, note }) => dealOf(Number(step.split(" ")[1]), keptReceipt(note)));
  if (!deals.length || !deals.every(({ number }) => decks.has(number))) return [];
  const { rules, first_dealer } = JSON.parse(params);
  return [...scoreFaults({
    rules: { ...rules, first_dealer: first_dealer ?? null },
    moves: deals.flatMap(({ number, moves }) => [`#${number}`, ...moves]).map((move) => ({ move })),
    deals: deals.map(({ number, scores }) => ({ number, deck: decks.get(number), hands: number ? { scores } : null })),
  })];
}

const dealOf = (number, { lines }) => ({ number, moves: lines.moves.split(" ").filter((word) => word !== "moves" && word), scores: lines.scores.split(" ").map(Number) });
