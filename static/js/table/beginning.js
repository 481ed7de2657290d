/** Before the first card: whose part of the shuffle is awaited, for how long, and a box to type into first. */

import { part, set, write } from "../ui/dom.js";
import { gettext, listed } from "../ui/translate.js";
import { countdown, waitText } from "./clock.js";

const HOUR = 60 * 60 * 1000;

/**
 * What is awaited, to a player or to one who looks on; "" where nothing is.
 * @param {{commitments: (string|null)[], secrets: (string|null)[], must: string|null}} fair
 * @param {{you: number|null, names: string[]}} who @param {boolean} isAsking
 */
export function beginningSays(fair, { you, names }, isAsking) {
  if (isAsking) return gettext("Type what you like, or nothing, and shuffle.");
  const others = [0, 1].filter((seat) => seat !== you);
  const [uncommitted, unshown] = [fair.commitments, fair.secrets].map((parts) => others.filter((seat) => !parts[seat]));
  const named = (seats) => listed(seats.map((seat) => names[seat]));
  if (uncommitted.length) return gettext("Waiting for {names} to commit to a part of the shuffle.", { names: named(uncommitted) });
  if (!unshown.length || fair.must) return "";
  const waits = gettext("Waiting for {names} to show the part committed to.", { names: named(unshown) });
  const loses = you === null ? gettext("Who does not show it in time loses.") : gettext("If it does not come in time, you win.");
  return `${waits} ${loses}`;
}

/** "1:42 left to begin", or nothing where there is more than an hour or no end to it. */
export const timeSays = (ms) => (ms === null || ms > HOUR ? "" : gettext("{time} left to begin", { time: waitText(ms) }));

export class Beginning {
  /** @param {import("./fair-play.js").FairPlay} fairplay @param {import("../ui/own-words.js").OwnWords} own @param {(says: string) => void} say */
  constructor(fairplay, own, say) {
    Object.assign(this, { fairplay, own, say, node: part("beginning"), field: part("beginning-words"), heardAt: 0 });
    part("beginning-form").addEventListener("submit", (event) => {
      event.preventDefault();
      own.words = this.field.value;
      fairplay.shuffle();
      this.draw(this.scene, this.who);
    });
    part("words-asked").addEventListener("change", ({ target }) => {
      own.asks = target.checked;
    });
    part("words-asked").checked = own.asks;
  }

  hear() {
    this.heardAt = performance.now();
  }

  draw(scene, who) {
    Object.assign(this, { scene, who });
    const { fairplay, node } = this;
    const isAsking = fairplay.isAsking;
    const says = scene.phase === "setup" && fairplay.fair ? (fairplay.stuck ?? beginningSays(fairplay.fair, who, isAsking)) : "";
    const appears = isAsking && part("beginning-form").hidden;
    set(node, "hidden", !says);
    set(node, "data-asks", isAsking);
    set(part("beginning-form"), "hidden", !isAsking);
    if (says !== part("beginning-says").textContent) this.say(says);
    write(part("beginning-says"), says);
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
    write(part("beginning-time"), timeSays(left));
    if (left) this.timer = setTimeout(() => this.tick(), 500);
  }
}
