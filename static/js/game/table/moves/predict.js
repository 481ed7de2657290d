/**
 * Predicts the scene after the player's own move, before the server confirms it, in the form that its event will
 * produce, so that the confirmation draws nothing twice. No score is predicted. The next turn is predicted only if no
 * hidden card decides it. Pure.
 *
 * @typedef {{kind: string, card?: string, cards?: string[], points?: number}} Move
 */

import { mayCall, mayClaim } from "../../scene/manual-counting.js";
import { applyEvent, mayGo, mayPlay, mayThrow } from "../../scene/scene.js";
import { pipValue } from "../../../ui/cards/card-values.js";

/** By kind of move: whether it is still legal, and the event that will confirm it. */
const MOVES = {
  throw: { fits: mayThrow, event: ({ you }) => ({ e: "thrown", seat: you }) },
  play: {
    fits: (scene, { card }) => mayPlay(scene) && scene.playable.includes(card),
    event: ({ you, count }, { card }) => ({ e: "played", seat: you, card, count: count + pipValue(card) }),
  },
  go: { fits: mayGo, event: ({ you }) => ({ e: "go", seat: you }) },
  claim: {
    fits: mayClaim,
    event: ({ you, laid }, { points }) => ({ e: "claimed", seat: you, what: laid.what, points }),
  },
  call: { fits: mayCall, event: ({ you }, { points }) => ({ e: "called", seat: you, points }) },
  pass: { fits: mayCall, event: ({ you }) => ({ e: "called", seat: you, points: 0 }) },
};

/**
 * The event that will confirm the player's move, or null if it has no visible effect or is no longer legal.
 * @param {import("../../scene/scene.js").Scene} scene @param {Move} move
 */
export function predictedEvent(scene, move) {
  const known = MOVES[move.kind];
  return known?.fits(scene, move) ? known.event(scene, move) : null;
}

/**
 * @param {import("../../scene/scene.js").Scene} scene
 * @param {Move|null} move
 * @returns {import("../../scene/scene.js").Scene}
 */
export function predict(scene, move) {
  const event = move && predictedEvent(scene, move);
  if (!event) return scene;
  const kept = scene.hand.filter((card) => !move.cards?.includes(card));
  const after = applyEvent(scene, event, { deal: scene.deal, hand: kept });
  return event.e === "played" && othersTurnFollows(scene, after) ? { ...after, turn: [1 - scene.you] } : after;
}

/** At the player's turn the last card of the pile is the opponent's, unless the opponent has said go. */
function othersTurnFollows({ played, pile, you }, after) {
  const saidGo = pile.length > 0 && played[played.length - 1][0] === you;
  return after.held[1 - you] > 0 && !saidGo && after.count < 31;
}
