/**
 * Merges a page's data of a game with the data that other tabs of this browser have saved: the server may have shown
 * them other values. Pure.
 */

import { joinPins } from "../../fairness/order.js";
import { gettext } from "../../../ui/translate.js";
import { joinSeen } from "./observed-cards.js";

/**
 * @param {object} own
 * @param {object} stored both in the form of `game-storage.js`
 * @returns {{saved: object, fault: string | null}}
 */
export function joinSaved(own, stored) {
  const { pins, fault: pinned } = joinPins(own.pins, stored.pins ?? {});
  const { seen, fault: observed } = joinSeen(own.seen, stored.seen ?? {});
  const { receipts, others } = joinReceipts(own.receipts, stored.receipts ?? []);
  const contradictions = [...new Set([...(own.contradictions ?? []), ...(stored.contradictions ?? []), ...others])];
  const signed = others.length ? gettext("The server signed two different receipts of one step.") : null;
  const { alarm, alarmed, alarmedIn } = own.alarm ? own : stored;
  const moves = joinMoves(own, stored);
  const secret = stored.secret ? { secret: stored.secret } : {};
  const constant = ["elsewhere", "revealed", "unsigned", "isDealerRight", "followedBy"];
  const is = Object.fromEntries(constant.map((name) => [name, own[name] || stored[name]]));
  return {
    saved: {
      pins,
      seen,
      receipts,
      contradictions,
      wrong: { ...stored.wrong, ...own.wrong },
      alarm,
      alarmed,
      alarmedIn,
      ...moves,
      ...secret,
      ...is
    },
    fault: pinned ?? observed?.says ?? signed,
  };
}

/** Joins the moves that any tab has sent, and takes the record from the tab that has come furthest. */
function joinMoves(own, stored) {
  const { base = stored.base } = own;
  if (!base) return {};
  const isFurther = (stored.followed?.ply ?? 0) > (own.followed?.ply ?? 0);
  const { own: made = [], followed } = isFurther ? stored : own;
  const sent = [...(own.sent ?? [])];
  for (const word of new Set(stored.sent ?? [])) {
    const lacks = countOf(stored.sent, word) - countOf(sent, word);
    for (let n = 0; n < lacks; n++) sent.push(word);
  }
  return { base, sent, own: made, followed };
}

const countOf = (words, word) => words.filter((each) => each === word).length;

/** The longer list, and what in the other one differs from it. */
function joinReceipts(own, stored) {
  const [less, more] = own.length < stored.length ? [own, stored] : [stored, own];
  return { receipts: more, others: less.filter(({ note }, n) => note !== more[n].note).map(({ note }) => note) };
}
