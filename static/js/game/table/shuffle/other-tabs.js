/**
 * Joins what a page knows of a game to what other tabs of this browser have saved of it: the server may have shown
 * them something else. Pure.
 */

import { joinPins } from "../../fairness/order.js";
import { gettext } from "../../../ui/translate.js";
import { joinSeen } from "./observed-cards.js";

/**
 * @param {object} own
 * @param {object} stored both as `game-storage.js` keeps a game
 * @returns {{saved: object, fault: string | null}}
 */
export function joinSaved(own, stored) {
  const { pins, fault: pinned } = joinPins(own.pins, stored.pins ?? {});
  const { seen, fault: observed } = joinSeen(own.seen, stored.seen ?? {});
  const { receipts, others } = joinReceipts(own.receipts, stored.receipts ?? []);
  const contradictions = [...new Set([...(own.contradictions ?? []), ...(stored.contradictions ?? []), ...others])];
  const signed = others.length ? gettext("The server signed two different receipts of one step.") : null;
  const { alarm, alarmed, alarmedIn } = own.alarm ? own : stored;
  const secret = stored.secret ? { secret: stored.secret } : {};
  const is = Object.fromEntries(["elsewhere", "revealed", "unsigned"].map((name) => [name, own[name] || stored[name]]));
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
      ...secret,
      ...is
    },
    fault: pinned ?? observed?.says ?? signed,
  };
}

/** The longer list, and what in the other one differs from it. */
function joinReceipts(own, stored) {
  const [less, more] = own.length < stored.length ? [own, stored] : [stored, own];
  return { receipts: more, others: less.filter(({ note }, n) => note !== more[n].note).map(({ note }) => note) };
}
