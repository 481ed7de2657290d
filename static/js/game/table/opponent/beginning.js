/**
 * Shows, before the first card, whose part of the shuffle is missing and the time left, with a box to type into first.
 */

import { setAttr, setText, within } from "../../../ui/dom.js";
import { formatList, gettext } from "../../../ui/translate.js";
import { countdown, formatWait } from "../clock.js";
import { describeAway, isOwnerAway } from "./meanwhile.js";

const HOUR = 60 * 60 * 1000;

/**
 * Describes for a player or a watcher which part is missing, or "".
 * @param {{commitments: (string|null)[], secrets: (string|null)[], must: string|null}} fair
 * @param {{you: number|null, names: string[]}} who @param {{seats: boolean[]} | null} here
 * @param {{isAsking?: boolean, isAhead?: boolean}} how  `isAsking`: this player may type first
 */
export function describeAwaitedPart(fair, { you, names }, here, { isAsking = false, isAhead = false } = {}) {
  if (isAsking) return gettext("Type any words you like, or none, and press Shuffle.");
  const others = [0, 1].filter((seat) => seat !== you);
  const [uncommitted, unshown] = [fair.commitments, fair.secrets].map((parts) => others.filter((seat) => !parts[seat]));
  const named = (seats) => formatList(seats.map((seat) => names[seat]));
  if (uncommitted.length) return describeAwaited(uncommitted, here, named);
  if (!unshown.length || fair.must) return "";
  const waits = describeAwaited(unshown, here, named);
  if (isAhead) return waits; // the game may be called off instead
  const loses = you === null
    ? gettext("A player who doesn’t come in time loses.")
    : describeWin(unshown, here, named);
  return `${waits} ${loses}`;
}

/** Players at other pages are named first. A player who is here is done in a moment, or types. */
function describeAwaited(seats, here, named) {
  const away = seats.filter((seat) => !here?.seats[seat]);
  if (away.length) return gettext("Waiting for {names} to open this table.", { names: named(away) });
  return gettext("Waiting for {names} to shuffle.", { names: named(seats) });
}

function describeWin(seats, here, named) {
  const isHere = seats.every((seat) => here?.seats[seat]);
  return isHere
    ? gettext("If {names} doesn’t shuffle in time, you win.", { names: named(seats) })
    : gettext("If {names} doesn’t come in time, you win.", { names: named(seats) });
}

/** "1:42 left to begin", or "" with more than an hour left or no limit. */
export const describeTimeLeft = (ms) => (
  ms === null || ms > HOUR ? "" : gettext("{time} left to begin", { time: formatWait(ms) })
);

export class Beginning {
  /**
   * @param {HTMLElement} root
   * @param {{ownWords: import("../../../ui/own-words.js").OwnWords, shuffle: () => void, announce: (says:
   *   string) => void, isAhead: boolean}} table  `isAhead`: one seat committed with the link
   */
  constructor(root, { ownWords, shuffle, announce, isAhead }) {
    const part = within(root);
    Object.assign(this, { root, ownWords, announce, isAhead });
    this.head = part("beginning-head");
    this.form = part("beginning-form");
    this.field = part("beginning-words");
    this.text = part("beginning-says");
    this.time = part("beginning-time");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      ownWords.words = this.field.value;
      shuffle();
    });
  }

  /** @param {import("../store.js").Now} now */
  draw({ scene, who, fair, presence }) {
    this.fair = fair;
    const isAsking = Boolean(fair?.isWaitingForWords);
    const isShown = scene.phase === "setup" && Boolean(fair?.shown) && !fair.doubt;
    const isAway = isShown && this.isAhead && isOwnerAway(who, fair.shown, presence.here);
    const awaited = () => (
      isAway
        ? describeAway(who.names[0])
        : describeAwaitedPart(fair.shown, who, presence.here, { isAsking, isAhead: this.isAhead })
    );
    const says = isShown ? (fair.stuck ?? awaited()) : "";
    setText(this.head, isAway ? gettext("You have sat down") : gettext("Shuffling together"));
    const appears = isAsking && this.form.hidden;
    setAttr(this.root, "hidden", !says);
    setAttr(this.root, "data-asks", isAsking);
    setAttr(this.form, "hidden", !isAsking);
    if (says !== this.text.textContent) this.announce(says);
    setText(this.text, says);
    if (appears) {
      this.field.value = this.ownWords.words;
      this.field.focus({ preventScroll: true });
    }
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    if (this.root.hidden) return;
    const left = countdown(this.fair.shown.begin_in_ms, this.fair.heardAt, performance.now());
    setText(this.time, describeTimeLeft(left));
    if (left) this.timer = setTimeout(() => this.tick(), 500);
  }
}
