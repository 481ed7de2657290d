/** The other player left the table: shown, waited for, and after a while the win may be claimed. */

import { setAttr, setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { countdown, formatWait } from "./clock.js";

/** Who is away, by seat; a bot never is, and nobody is while it is not known. */
export const absentSeats = (here, bots) => [0, 1].map((seat) => here?.seats?.[seat] === false && !bots[seat]);

/**
 * What to say of an absent opponent. `wait` ticks and is not read aloud; `says` is.
 * @param {{gone: boolean, name: string, left: number|null}} how  `left`: until the win may be claimed, null if it may not
 */
export function describeAbsence({ gone, name, left }) {
  if (!gone || left === null) return { says: "", wait: "", may: false };
  if (left > 0) return { says: gettext("{name} is away.", { name }), wait: gettext("You may claim the win in {time}, or wait.", { time: formatWait(left) }), may: false };
  return { says: gettext("{name} is away. You may claim the win, or wait.", { name }), wait: "", may: true };
}

const HARDLY = 2_000; // a reload is no absence

export class Away {
  /**
   * @param {HTMLElement} node the strip over the hand @param {{you: HTMLElement, them: HTMLElement}} signs
   * @param {{claim: () => void, say: (says: string) => void, again: () => void}} does  `again`: time has passed, draw once more
   */
  constructor(node, signs, { claim, say, again }, now = () => performance.now()) {
    Object.assign(this, { node, signs, say, again, now, here: null, heardAt: 0, since: [null, null] });
    [this.text, this.wait] = ["says", "wait"].map((name) => node.querySelector(`[data-part="${name}"]`));
    this.button = node.querySelector("button");
    this.button.addEventListener("click", claim);
  }

  handlePresence(here) {
    this.here = here;
    this.heardAt = this.now();
    const gone = absentSeats(here, [false, false]);
    this.since = this.since.map((since, seat) => (gone[seat] ? since ?? this.heardAt : null));
  }

  /** Who has been away for longer than a blink. */
  gone(bots) {
    return absentSeats(this.here, bots).map((gone, seat) => gone && this.now() - this.since[seat] >= HARDLY);
  }

  get isShown() {
    return !this.node.hidden;
  }

  /** @param {{you: number|null, names: string[], bots: boolean[]}} who @param {boolean} known while the line is open */
  draw(who, { known, over }) {
    clearTimeout(this.timer);
    const gone = known ? this.gone(who.bots) : [false, false];
    const you = who.you ?? 0;
    setAttr(this.signs.them, "hidden", !gone[1 - you]);
    setAttr(this.signs.you, "hidden", who.you !== null || !gone[you]);
    const left = over || who.you === null ? null : countdown(this.here?.claim_in_ms, this.heardAt, this.now());
    const { says, wait, may } = describeAbsence({ gone: gone[1 - you], name: who.names[1 - you], left });
    this.node.hidden = !says;
    if (says !== this.text.textContent) this.say(says);
    setText(this.text, says);
    setText(this.wait, wait);
    this.button.hidden = !may;
    const someone = known && !over && absentSeats(this.here, who.bots).includes(true);
    if (someone && (wait || !gone.includes(true))) this.timer = setTimeout(this.again, wait ? (left % 1000) + 5 : HARDLY);
  }
}
