/**
 * Finds the goes and last cards that the table played for a seat, in a game whose params say that it does so: there
 * every go and every fourth card of a deal is the table's. Pure.
 *
 * @typedef {{ply: number, deal: number, cards: number}} Followed up to which move, in which deal, and how many
 *   cards the seat has played in it
 */

import { tokenOf } from "../../fairness/seat-key.js";

/** @type {Followed} */
export const START = { ply: 0, deal: 0, cards: 0 };

const CARDS_IN_PLAY = 4;

/** Whether a game's params name moves that nobody is asked for. @param {string} params */
export const playsUnasked = (params) => Boolean(JSON.parse(params).unasked?.length);

/**
 * @param {Followed} before @param {{ply: number, events: object[]}[]} moves in order @param {number} you
 * @returns {{followed: Followed, made: {deal: number, token: string}[]}}
 */
export function followUnasked(before, moves, you) {
  const made = [];
  let { ply, deal, cards } = before;
  for (const move of moves.filter((each) => each.ply > before.ply)) {
    for (const event of move.events) {
      if (event.e === "dealt") [deal, cards] = [event.number, 0];
      if (event.e === "go" && event.seat === you) made.push({ deal, token: tokenOf({ kind: "go" }, you, null) });
      if (event.e !== "played" || event.seat !== you) continue;
      cards += 1;
      if (cards === CARDS_IN_PLAY) made.push({ deal, token: tokenOf({ kind: "play", card: event.card }, you, null) });
    }
    ply = move.ply;
  }
  return { followed: { ply, deal, cards }, made };
}
