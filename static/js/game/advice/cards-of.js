/**
 * The cards of a line of advice: the two discarded, or the one played.
 * @param {{thrown?: string[], card?: string}} line
 */
export const cardsOf = (line) => line.thrown ?? [line.card];
