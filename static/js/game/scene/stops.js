/**
 * Computes where a replay may stop: at every move, and in the show at every hand. Pure.
 *
 * @typedef {{ply: number, seat: number|null, move: object, events: object[], state: object}} Step
 *   a move and the table after it, from /api/games/<id>/replay
 * @typedef {{ply: number, nth: number, key: string, deal: number, seat: number|null, move: object, events: object[],
 *   scene: import("./scene.js").Scene, cards: Cards, before: {scene: import("./scene.js").Scene, cards: Cards}}} Stop
 * @typedef {{dealt: string[][], hands: string[][], throws: string[][]}} Cards
 *   `nth` within one move; `before` is the table as the moving player saw it; `key` identifies it in the URL:
 *   "57", and "57.1" for the first hand counted there
 */

import { applyEvent as walk, applyView, blankView, buildScene } from "./scene.js";

const BY_HAND = new Set(["claimed", "called"]);

/** A hand that is laid open or counted is a stop of its own, and so is the end. A claim belongs to its count. */
const begins = ({ e }, before) => e === "laid_open" || e === "over" || (e === "counted" && !BY_HAND.has(before.e));

/** The events of one move, split at its stops. */
export function splitAtStops(events) {
  const parts = [];
  events.forEach((event, n) => {
    if (n === 0 || begins(event, events[n - 1])) parts.push([]);
    parts[parts.length - 1].push(event);
  });
  return parts;
}

/** The scene after some events. The cards of a finished count stay visible until the next card is played. */
const sceneAfter = (scene, events) =>
  events.filter(({ e }) => e !== "new_count").reduce(
    (now, event) => walk(now, event),
    { ...scene, showing: null, bubble: null },
  );

/** @param {{rules: object, steps: Step[]}} replay @returns {Stop[]} */
export function buildStops({ rules, steps }) {
  const stops = [];
  let scene = buildScene(blankView(rules), 0);
  let cards = { dealt: [[], []], hands: [[], []], throws: [[], []] };
  for (const { ply, seat, move, events, state, note } of steps) {
    const parts = splitAtStops(events);
    const before = { scene, cards };
    cards = { dealt: state.dealt, hands: state.hands, throws: state.throws };
    parts.forEach((part, nth) => {
      scene = sceneAfter(scene, part);
      stops.push({
        ply, nth, seat, move, events: part, key: nth ? `${ply}.${nth}` : String(ply), deal: state.deal,
        scene: nth === parts.length - 1 ? { ...scene, turn: state.turn } : scene,
        cards, before, note,
      });
    });
    scene = applyView(scene, state);
  }
  return stops;
}

const isDeal = ({ move, nth }) => move.kind === "deal" && move.number > 0 && nth === 0;

/** The stops by deal, the cut for deal before the first of them, each with its index among all. */
export function groupByDeal(stops) {
  const deals = [];
  stops.forEach((stop, at) => {
    if (isDeal(stop) || deals.length === 0) deals.push([]);
    deals[deals.length - 1].push({ ...stop, at });
  });
  return deals;
}

const within = (stops, at) => Math.max(0, Math.min(stops.length - 1, at));
const orEnd = (stops, at) => (at === -1 ? stops.length - 1 : at);

/** The destination of each kind of step from here. */
export const STRIDES = {
  first: () => 0,
  last: (stops) => stops.length - 1,
  back: (stops, at) => within(stops, at - 1),
  on: (stops, at) => within(stops, at + 1),
  dealBack: (stops, at) => Math.max(0, stops.findLastIndex((stop, n) => n < at && isDeal(stop))),
  dealOn: (stops, at) => orEnd(stops, stops.findIndex((stop, n) => n > at && isDeal(stop))),
};

/** The stop of a URL: "#57" or "#57.1"; the nearest before it, or the beginning for anything else. */
export function findPlace(stops, hash) {
  const [, ply, nth = "0"] = /^#?(\d{1,6})(?:\.(\d{1,3}))?$/.exec(hash) ?? [];
  if (ply === undefined) return 0;
  const beyond = stops.findIndex(
    (stop) => stop.ply > Number(ply) || (stop.ply === Number(ply) && stop.nth > Number(nth)),
  );
  return beyond === -1 ? stops.length - 1 : within(stops, beyond - 1);
}
