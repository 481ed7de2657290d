/**
 * The game so far, from the events of its moves: as steps to draw, as a scene, and as lines of the log. Pure.
 *
 * @typedef {{event: object, view: {deal: number, hand: string[]}}} PastStep  an event, and my hand after it
 * @typedef {{event: object, says: string}} Line
 */

import { describeEvent } from "./event-texts.js";
import { applyEvent, blankView, buildScene } from "./scene.js";

const MOVES = new Set(["thrown", "played", "go", "claimed", "called"]);

/** The number of a seat's moves among these events. */
export const countMoves = (events, seat) => events.filter((event) => MOVES.has(event.e) && event.seat === seat).length;

/** The cards that I kept in each deal: the played ones and those in my hand. */
function keptByDeal(events, from, { deal: now, hand = [] }, you) {
  const kept = { [now]: [...(hand ?? [])] };
  let deal = from;
  for (const event of events) {
    if (event.e === "dealt") deal = event.number;
    if (event.e === "played" && event.seat === you) (kept[deal] ??= []).push(event.card);
  }
  return kept;
}

/**
 * Events as steps that can be drawn. No event contains a hand: mine follows from my later moves and from the final
 * view.
 * @param {object[]} events @param {number} from the deal they begin in @param {object} view @param {number|null}
 *   you @returns {PastStep[]}
 */
export function pastSteps(events, from, view, you) {
  const kept = keptByDeal(events, from, view, you);
  let deal = from;
  return events.map((event) => {
    if (event.e === "dealt") deal = event.number;
    const thrown = event.e === "dealt" && deal === view.deal ? view.throw ?? [] : [];
    return { event, view: { deal, hand: [...(kept[deal] ?? []), ...thrown] } };
  });
}

/**
 * @param {PastStep[]} steps all since the game began
 * @param {object} view the table's, for its rules
 * @param {number|null} you
 */
export const sceneAfter = (steps, view, you) =>
  steps.reduce((scene, step) => applyEvent(scene, step.event, step.view), buildScene(blankView(view), you));

/** The log lines of these steps. @param {PastStep[]} steps all since the game began @returns {Line[]} */
export function linesOf(steps, view, who) {
  let scene = buildScene(blankView(view), who.you);
  return steps.map((step) => {
    scene = applyEvent(scene, step.event, step.view);
    return { event: step.event, says: describeEvent(step.event, who, scene) };
  });
}
