/**
 * The state of the table page: one immutable object, replaced as a whole by a few named transitions. Every frame and
 * click ends in a transition, and everything is drawn from the state.
 *
 * @typedef {{you: number|null, names: string[], accounts: string[], bots: boolean[], prizes: object[]}} Who  `you`: my
 *   seat, null for a watcher; `names`: the players' displayed names, `accounts`: their names on the server
 * @typedef {object} State
 * @property {Who} who
 * @property {import("../scene/scene.js").Scene|null} scene  the drawn scene, null before there is a table
 * @property {number} deal  the latest known deal
 * @property {string[]} chosen  the cards chosen for the crib, or the one that is lifted to be played
 * @property {number} missed  the opponent's moves during the player's absence, while they are drawn
 * @property {string} complaint
 * @property {boolean} byKey  whether the player uses the keyboard
 * @property {object|null} waiting  the last `waiting` frame, or `{closed}`: why there will be no table
 * @property {{state: string, says?: string}} connection
 * @property {{clocks: import("./clock.js").Clocks|null, heardAt: number}} time
 * @property {{here: object|null, heardAt: number}} presence
 * @property {{stakes: import("./result/stakes.js").AtStake|null, settled:
 *   import("./result/stakes.js").Settled|null}} rating
 * @property {{by: number[], game: string|null}|null} rematch
 * @property {import("./result/match.js").Match | null} match
 * @property {string|null} openBoard  when the game can be viewed, as long as others still play its cards
 * @property {boolean} isRematchAsked
 * @property {{about: string, lines: object[]}|null} hint
 * @property {object[]} lines  the lines of the chat
 * @property {Fair|null} fair
 *
 * @typedef {object} Fair
 * @property {object} shown  the server's shuffle data
 * @property {number} heardAt
 * @property {boolean} isWaitingForWords
 * @property {string|null} stuck
 * @property {string|null} code  the table code
 * @property {object[]} checks
 * @property {object|null} doubt
 * @property {{sent: number, moves: number} | null} moves  how many moves of my seat this browser has sent, of how many
 * @property {{game: string, params: string, receipts: string[]}} kept  every note that the server signed
 *
 * @typedef {State & {ahead: import("../scene/scene.js").Scene, moveState: import("./moves/actions.js").MoveState,
 *   running: "going"|"held"|null, busy: boolean, isOpen: boolean, roundTrip: number|null}} Now
 *   the state as it is drawn, with additions of the pace, the moves and the connection.
 *   `ahead`: the scene after all events that follow by the rules, for which the player need not wait
 */

import { shownName } from "../../ui/words/shown-name.js";
import { mergeLines } from "./opponent/chat-lines.js";

const MOST_LINES = 100;

/** @type {State} */
const INITIAL = {
  who: { you: 0, names: ["", ""], accounts: ["", ""], bots: [false, false], prizes: [] },
  scene: null,
  deal: 0,
  chosen: [],
  missed: 0,
  complaint: "",
  byKey: false,
  waiting: null,
  connection: { state: "connecting" },
  time: { clocks: null, heardAt: 0 },
  presence: { here: null, heardAt: 0 },
  rating: { stakes: null, settled: null },
  rematch: null,
  match: null,
  openBoard: null,
  isRematchAsked: false,
  hint: null,
  lines: [],
  fair: null,
};

/** Whether points depend on this game. @param {State} state */
export const isRated = ({ rating }) => Boolean(rating.stakes ?? rating.settled);

export class Store {
  constructor() {
    this.state = INITIAL;
  }

  replace(change) {
    this.state = Object.freeze({ ...this.state, ...change });
  }

  /** A table was opened, perhaps another one than before. */
  openTable({ you, players, view, match = null, open_board: openBoard = null }) {
    const who = {
      you,
      names: players.map(shownName),
      accounts: players.map(({ name }) => name),
      bots: players.map(({ bot }) => bot),
      prizes: players.map(({ prizes }) => prizes),
    };
    this.replace({ who, deal: view.deal, waiting: null, match, openBoard });
  }

  wait(frame) {
    this.replace({ waiting: frame });
  }

  /** There will be no table. @param {string} closed why */
  closeWaiting(closed) {
    this.replace({ waiting: { closed } });
  }

  setDeal(deal) {
    this.replace({ deal });
  }

  /** Cards stay selected as long as they are in the hand, and the phase is the same: discard or play. */
  showScene(scene) {
    const isTime = ["throw", "play"].includes(scene.phase) && scene.phase === this.state.scene?.phase;
    const chosen = this.state.chosen.filter((card) => isTime && scene.hand.includes(card));
    this.replace({ scene, chosen });
  }

  /** Selects a card for the crib, or deselects it. The third selected card replaces the first. */
  toggleCard(card) {
    const { chosen } = this.state;
    if (chosen.includes(card)) this.choose(chosen.filter((each) => each !== card));
    else this.choose([...chosen.slice(-1), card]);
  }

  choose(chosen) {
    this.replace({ chosen });
  }

  setMissed(missed) {
    this.replace({ missed });
  }

  complain(complaint) {
    this.replace({ complaint });
  }

  setByKey(byKey) {
    this.replace({ byKey });
  }

  setConnection(state, says) {
    this.replace({ connection: { state, says } });
  }

  setClocks(clocks, heardAt) {
    this.replace({ time: { clocks: clocks ?? null, heardAt } });
  }

  setPresence(here, heardAt) {
    this.replace({ presence: { here, heardAt } });
  }

  setRating({ stakes = null, settled = null }) {
    this.replace({ rating: { stakes, settled } });
  }

  setRematch(rematch) {
    this.replace({ rematch });
  }

  askRematch() {
    this.replace({ isRematchAsked: true });
  }

  setHint(hint) {
    this.replace({ hint });
  }

  addLines(lines) {
    this.replace({ lines: mergeLines(this.state.lines, lines).slice(-MOST_LINES) });
  }

  /** Once its links are revealed, a board that others played too is closed. */
  setFair(fair) {
    const isShown = Object.keys(fair?.shown?.links ?? {}).length > 0;
    this.replace({ fair, openBoard: isShown ? null : this.state.openBoard });
  }
}
