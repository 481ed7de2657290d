/**
 * The scene that is drawn, as a pure function of the server's frames. It begins as a view (`buildScene`), follows the
 * events one at a time (`applyEvent`), and is corrected by the view that came with them (`applyView`).
 *
 * @typedef {{you: number, target: number, phase: string, deal: number, dealer: number|null, scores: number[],
 *   pegs: number[][], cut: string[][], hand: string[], held: number[], thrown: boolean[], starter: string|null,
 *   pile: string[], count: number, played: [number, string][], turn: number[], playable: string[],
 *   mustGo: boolean, ownThrow: string[], bubble: {seat: number, says: string, kind?: string}|null, showing:
 *   object|null, show: object|null, laid: import("./manual-counting.js").Laid|null, reckoned: object[], open:
 *   object|null, winner: number|null, value: number|null, ended: string|null}} Scene
 */

import { numberInWords } from "../../ui/words/number-words.js";
import { capitalize, gettext } from "../../ui/translate.js";
import { countPrompt, describeCall, isShowPoints } from "./manual-counting.js";
import { pegPhrase } from "./peg-phrases.js";

const without = (list, item) => list.filter((each) => each !== item);
const at = (list, seat, value) => list.map((old, n) => (n === seat ? value : old));

/** A peg leaps over its fellow. Returns [front, back] after the score has become `score`. */
export const movePegs = ([front, back], score) => (score === front ? [front, back] : [score, front]);

/** With a head start the front peg is in its hole, and its fellow at the normal start. */
const startingPegs = (score, known, start) => {
  if (known && known[0] === score) return known;
  return [score, score === start && start > 0 ? 0 : Math.max(score - 1, -1)];
};

/** @returns {Scene} */
export function buildScene(view, you, pegs = []) {
  return {
    you: you ?? 0,
    watching: you === null,
    target: view.target,
    counting: view.counting,
    start: view.start ?? [0, 0],
    pegs: view.scores.map((score, seat) => startingPegs(score, pegs[seat], view.start?.[seat] ?? 0)),
    bubble: null,
    showing: null,
    reckoned: claimedAlready(view.laid),
    ...fieldsFromView(view),
  };
}

/**
 * The view of a game before anything has happened.
 * @param {{target: number, counting: string, start?: number[]}} rules
 */
export const blankView = ({ target, counting, start = [0, 0] }) => ({
  target, counting, start, phase: "cut", deal: 0, dealer: null, scores: start, cut: [], held: [0, 0], thrown: [
    false,
    false,
  ], starter: null,
  pile: [], count: 0, played: [], turn: [], show: null, winner: null, value: null, ended: null,
});

/** A claim that was made before this page was opened. */
const claimedAlready = (laid) =>
  laid && laid.claimed !== null ? [{ e: "claimed", seat: laid.seat, what: laid.what, points: laid.claimed }] : [];

function fieldsFromView(view) {
  return {
    phase: view.phase !== "over" && view.deal === 0 && view.cut.length === 0 ? "setup" : view.phase,
    deal: view.deal,
    dealer: view.dealer,
    scores: view.scores,
    cut: view.cut,
    hand: view.hand ?? [],
    held: view.held,
    thrown: view.thrown,
    ownThrow: view.throw ?? [],
    starter: view.starter,
    pile: view.pile,
    count: view.count,
    played: view.played,
    turn: view.turn,
    playable: view.playable ?? [],
    mustGo: Boolean(view.must_go),
    show: view.show,
    laid: view.laid ?? null,
    open: view.open ?? null,
    winner: view.winner,
    value: view.value,
    ended: view.ended,
  };
}

/** The scene, corrected by the view after its events. @returns {Scene} */
export const applyView = (scene, view) => ({
  ...scene,
  ...fieldsFromView(view),
  pegs: scene.pegs.map((pegs, seat) => movePegs(pegs, view.scores[seat])),
});

const NOBODY_TO_MOVE = { turn: [], playable: [], mustGo: false };

const bubbleOf = (pegged) => (
  isShowPoints(pegged) ? null : { seat: pegged.seat, says: pegPhrase(pegged), kind: pegged.kind }
);

/** The scene while points are called and on their way to the peg. @returns {Scene} */
export const callPoints = (scene, pegged) => ({ ...scene, bubble: bubbleOf(pegged) });

const EVENT_CHANGES = {
  cut_for_deal: (scene, e) => ({ phase: "cut", cut: [...scene.cut, e.cards], dealer: e.dealer, ...NOBODY_TO_MOVE }),
  dealt: (scene, e, view) => ({
    phase: "throw", deal: e.number, dealer: e.dealer, hand: view?.deal === e.number ? view.hand ?? [] : [],
    held: [6, 6], thrown: [false, false], starter: null, pile: [], count: 0, played: [], bubble: null,
    showing: null, laid: null, ...NOBODY_TO_MOVE,
  }),
  thrown: (scene, e, view) => ({
    thrown: at(scene.thrown, e.seat, true),
    held: at(scene.held, e.seat, 4),
    hand: e.seat === scene.you && view?.deal === scene.deal ? view.hand ?? [] : scene.hand,
    turn: without(scene.turn, e.seat),
  }),
  starter: (scene, e) => ({ phase: "play", starter: e.card, ...NOBODY_TO_MOVE }),
  played: (scene, e) => ({
    phase: "play", hand: without(scene.hand, e.card), held: at(scene.held, e.seat, scene.held[e.seat] - 1),
    pile: [...scene.pile, e.card], count: e.count, played: [...scene.played, [e.seat, e.card]], bubble: null,
    ...NOBODY_TO_MOVE,
  }),
  go: (scene, e) => ({ bubble: { seat: e.seat, says: gettext("Go") }, ...NOBODY_TO_MOVE }),
  new_count: () => ({ pile: [], count: 0, bubble: null, ...NOBODY_TO_MOVE }),
  pegged: (scene, e) => ({
    scores: at(scene.scores, e.seat, e.score),
    pegs: at(scene.pegs, e.seat, movePegs(scene.pegs[e.seat], e.score)),
    reckoned: scene.showing && isShowPoints(e) ? [...scene.reckoned, e] : scene.reckoned,
    bubble: bubbleOf(e),
  }),
  laid_open: (scene, { seat, what, cards, starter }) => ({
    phase: "count", laid: {
      seat,
      what,
      cards,
      starter,
      claimed: null,
    }, reckoned: [], showing: null, bubble: null, ...NOBODY_TO_MOVE,
  }),
  claimed: (scene, e) => ({
    laid: scene.laid && { ...scene.laid, claimed: e.points }, reckoned: [e],
    bubble: { seat: e.seat, says: capitalize(numberInWords(e.points)) }, ...NOBODY_TO_MOVE,
  }),
  called: (scene, e) => ({
    reckoned: [...scene.reckoned, e], bubble: { seat: e.seat, says: describeCall(e) }, ...NOBODY_TO_MOVE,
  }),
  counted: (scene, e) => ({
    phase: "show", showing: e, laid: null, reckoned: scene.laid ? scene.reckoned : [], bubble: null, ...NOBODY_TO_MOVE,
  }),
  again: (scene, e) => e.scene,
  over: (scene, e) => ({
    phase: "over", winner: e.winner, value: e.value, ended: e.how, bubble: null, showing: null, laid: null,
    ...NOBODY_TO_MOVE,
  }),
};

/** The last show once more: each count as a step, and after them the present scene. */
export const stepsOfLastShow = (scene) => [
  ...scene.show.counts.map(
    (count) => ({ event: { ...count, e: "counted", starter: scene.show.starter, again: true }, again: true }),
  ),
  { event: { e: "again", scene }, again: true },
];

/** The scene after one event; `view` is the one that came with it. @returns {Scene} */
export function applyEvent(scene, event, view = null) {
  const change = EVENT_CHANGES[event.e];
  return change ? { ...scene, ...change(scene, event, view) } : scene;
}

/**
 * The scene after one step of the server's frames: an event, or (null) the view after its events.
 * @returns {Scene}
 */
export const applyStep = (scene, { event, view }) => (event ? applyEvent(scene, event, view) : applyView(scene, view));

const FOLLOWS = new Set(["pegged", "new_count"]);

/** Whether an event contains information that does not follow by the rules from what was seen before. */
export const isNewInformation = ({ event }) => event !== null && !FOLLOWS.has(event.e);

/** The scene as far as it follows from events already seen; `steps` are still to be drawn. @returns {Scene} */
export function applyForced(scene, steps) {
  if (scene.showing) return scene;
  const news = steps.findIndex(isNewInformation);
  return (news === -1 ? steps : steps.slice(0, news)).reduce(applyStep, scene);
}

/** After `counted` only its `pegged` may follow automatically. Everything else waits for "Continue". */
export const holdsForContinue = (scene, event) =>
  scene.showing !== null && !(event?.e === "pegged" && isShowPoints(event));

/** The turn that the drawn scene shows: "you", "them", "both" or "none". */
export function whoseTurn(scene) {
  if (scene.showing || scene.phase === "over") return "none";
  const [mine, theirs] = [scene.turn.includes(scene.you) && !scene.watching, scene.turn.includes(1 - scene.you)];
  if (mine) return theirs ? "both" : "you";
  return theirs ? "them" : "none";
}

export const mayThrow = (scene) => scene.phase === "throw" && !scene.watching && scene.turn.includes(scene.you);
export const mayPlay = (scene) =>
  scene.phase === "play" && !scene.watching && scene.turn.includes(scene.you) && !scene.showing;
export const mayGo = (scene) => mayPlay(scene) && scene.mustGo;

/** The number of cards in the crib. */
export const cribSize = (scene) => (scene.deal > 0 ? scene.thrown.filter(Boolean).length * 2 : 0);

/** The played cards in order, those of earlier counts marked as gone. */
export const playedCards = (scene) =>
  scene.played.map(([seat, card], n) => ({ seat, card, gone: n < scene.played.length - scene.pile.length }));

/** Describes in one line what the player has to do now. */
export function prompt(scene, who, chosen = 0) {
  const name = who.names[1 - scene.you];
  if (scene.phase === "setup") return gettext("Shuffling together…");
  if (scene.phase === "over") return "";
  if (scene.phase === "cut") return gettext("Cutting for deal: the low card deals.");
  if (scene.laid && !scene.showing) return countPrompt(scene, who);
  if (scene.watching) return watchPrompt(scene, who);
  if (mayThrow(scene)) return throwPrompt(chosen, scene.dealer === scene.you, name);
  if (mayGo(scene)) return gettext("You can’t play: say Go.");
  if (mayPlay(scene) && chosen) return gettext("Tap it again, or press Enter, to play it.");
  if (mayPlay(scene)) return scene.count ? gettext("Your turn: play a card.") : gettext("You lead: play a card.");
  return scene.turn.length ? gettext("Waiting for {name}…", { name }) : "";
}

function throwPrompt(chosen, isMyCrib, name) {
  if (chosen === 2) {
    return isMyCrib
      ? gettext("Discard these two to your crib?")
      : gettext("Discard these two to {name}’s crib?", { name });
  }
  if (chosen) {
    return isMyCrib ? gettext("One more card for your crib.") : gettext("One more card for {name}’s crib.", { name });
  }
  return isMyCrib
    ? gettext("Choose two cards for your crib.")
    : gettext("Choose two cards for {name}’s crib.", { name });
}

function watchPrompt(scene, who) {
  if (scene.turn.length === 2) return gettext("You’re watching. Both players are choosing two cards for the crib.");
  if (scene.turn.length === 0) return gettext("You’re watching.");
  const name = who.names[scene.turn[0]];
  if (scene.phase === "throw") return gettext("You’re watching. {name} is about to discard.", { name });
  return gettext("You’re watching. It’s {name}’s turn to play.", { name });
}

/** The document's title. */
export function pageTitle(scene, who, base) {
  const turn = whoseTurn(scene);
  if (scene.phase === "over") return gettext("Game over · {table}", { table: base });
  return turn === "you" || turn === "both" || scene.showing ? gettext("Your move · {table}", { table: base }) : base;
}
