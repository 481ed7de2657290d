/**
 * Finds the moves of this seat that are on record: those that its player made, and the goes and last cards that the
 * table made for it, in a game whose params say that it does so. Pure.
 *
 * @typedef {{ply: number, deal: number, cards: number}} Followed up to which move, in which deal, and how many
 *   cards the seat has played in it
 * @typedef {{deal: number, token: string, isTables: boolean}} OwnMove `token`: as the move goes on record, but for a
 *   throw, which the events do not show; `isTables`: the table makes it
 */

import { tokenOf } from "../../fairness/seat-key.js";

/** @type {Followed} */
export const START = { ply: 0, deal: 0, cards: 0 };
/** Stands for a throw whose cards are not known. */
export const THROW = "throw";

const CARDS_IN_PLAY = 4;

/** Whether a game's params name moves that the table makes for a seat. @param {string} params */
export const playsUnasked = (params) => Boolean(JSON.parse(params).unasked?.length);

/** The token of the move that an event reports; null if a page does not sign such a move. */
const MADE = {
  __proto__: null, // an event may have any name
  thrown: () => THROW,
  played: ({ card }, you) => tokenOf({ kind: "play", card }, you, null),
  go: (_, you) => tokenOf({ kind: "go" }, you, null),
  claimed: ({ points }, you) => tokenOf({ kind: "claim", points }, you, null),
  called: ({ points }, you) => (points ? tokenOf({ kind: "call", points }, you, null) : null),
};

function madeBy(event, you) {
  if (event.e === "over" && event.how === "resigned") {
    return event.winner === 1 - you ? tokenOf({ kind: "resign" }, you, null) : null;
  }
  return event.seat === you ? MADE[event.e]?.(event, you) ?? null : null;
}

/**
 * @param {Followed} before @param {{ply: number, events: object[]}[]} moves in order @param {number} you
 * @returns {{followed: Followed, made: OwnMove[]}}
 */
export function followOwn(before, moves, you, { isUnasked = false } = {}) {
  const made = [];
  let { ply, deal, cards } = before;
  for (const move of moves.filter((each) => each.ply > before.ply)) {
    for (const event of move.events) {
      if (event.e === "dealt") [deal, cards] = [event.number, 0];
      const token = madeBy(event, you);
      if (!token) continue;
      if (event.e === "played") cards += 1;
      const isLast = event.e === "played" && cards === CARDS_IN_PLAY;
      made.push({ deal, token, isTables: isUnasked && (event.e === "go" || isLast) });
    }
    ply = move.ply;
  }
  return { followed: { ply, deal, cards }, made };
}
