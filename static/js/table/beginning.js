/** Before the first card: whose part of the shuffle is awaited, for how long, and a box to type into first. */

import { byId, setAttr, setText } from "../ui/dom.js";
import { formatList, gettext } from "../ui/translate.js";
import { countdown, formatWait } from "./clock.js";

const HOUR = 60 * 60 * 1000;

/**
 * What is awaited, to a player or to one who looks on; "" where nothing is.
 * @param {{commitments: (string|null)[], secrets: (string|null)[], must: string|null}} fair
 * @param {{you: number|null, names: string[]}} who @param {boolean} isAsking
 */
export function describeAwaitedPart(fair, { you, names }, isAsking) {
  if (isAsking) return gettext("Type what you like, or nothing, and shuffle.");
  const others = [0, 1].filter((seat) => seat !== you);
  const [uncommitted, unshown] = [fair.commitments, fair.secrets].map((parts) => others.filter((seat) => !parts[seat]));
  const named = (seats) => formatList(seats.map((seat) => names[seat]));
  if (uncommitted.length) return gettext("Waiting for {names} to commit to a part of the shuffle.", { names: named(uncommitted) });
  if (!unshown.length || fair.must) return "";
  const waits = gettext("Waiting for {names} to show the part committed to.", { names: named(unshown) });
  const loses = you === null ? gettext("Who does not show it in time loses.") : gettext("If it does not come in time, you win.");
  return `${waits} ${loses}`;
}

/** "1:42 left to begin", or nothing where there is more than an hour or no end to it. */
export const describeTimeLeft = (ms) => (ms === null || ms > HOUR ? "" : gettext("{time} left to begin", { time: formatWait(ms) }));

export class Beginning {
  /** @param {import("./fair-play.js").FairPlay} fairplay @param {import("../ui/own-words.js").OwnWords} own @param {(says: string) => void} say */
  constructor(fairplay, own, say) {
    Object.assign(this, { fairplay, own, say, node: byId("beginning"), field: byId("beginning-words"), heardAt: 0 });
    byId("beginning-form").addEventListener("submit", (event) => {
      event.preventDefault();
      own.words = this.field.value;
      fairplay.commitWithWords();
      this.draw(this.scene, this.who);
    });
    byId("words-asked").addEventListener("change", ({ target }) => {
      own.asksEachGame = target.checked;
    });
    byId("words-asked").checked = own.asksEachGame;
  }

  restartTimer() {
    this.heardAt = performance.now();
  }

  draw(scene, who) {
    Object.assign(this, { scene, who });
    const { fairplay, node } = this;
    const isAsking = fairplay.isWaitingForWords;
    const says = scene.phase === "setup" && fairplay.fair ? (fairplay.stuck ?? describeAwaitedPart(fairplay.fair, who, isAsking)) : "";
    const appears = isAsking && byId("beginning-form").hidden;
    setAttr(node, "hidden", !says);
    setAttr(node, "data-asks", isAsking);
    setAttr(byId("beginning-form"), "hidden", !isAsking);
    if (says !== byId("beginning-says").textContent) this.say(says);
    setText(byId("beginning-says"), says);
    if (appears) {
      this.field.value = this.own.words;
      this.field.focus({ preventScroll: true });
    }
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    if (this.node.hidden) return;
    const left = countdown(this.fairplay.fair.begin_in_ms, this.heardAt, performance.now());
    setText(byId("beginning-time"), describeTimeLeft(left));
    if (left) this.timer = setTimeout(() => this.tick(), 500);
  }
}
