/** Shows that the other player left the table, and lets the player claim the win after a while. */

import { setAttr, setText } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { countdown, formatWait } from "../clock.js";

/** Whether each seat is away. A bot never is, and no seat is while that is unknown. */
export const absentSeats = (here, bots) => [0, 1].map((seat) => here?.seats?.[seat] === false && !bots[seat]);

/**
 * The texts for an absent opponent. `says` is read aloud; `wait` ticks and is not.
 * @param {{gone: boolean, name: string, left: number|null}} how  `left`: until the win may be claimed, null if it
 *   may not
 */
export function describeAbsence({ gone, name, left }) {
  if (!gone || left === null) return { says: "", wait: "", may: false };
  if (left > 0) {
    return {
      says: gettext("{name} is away.", { name }),
      wait: gettext("You can claim the win in {time}, or wait.", { time: formatWait(left) }),
      may: false,
    };
  }
  return { says: gettext("{name} is away. You can claim the win, or wait.", { name }), wait: "", may: true };
}

const HARDLY = 2_000; // a reload does not count as absence

export class Away {
  /**
   * @param {HTMLElement} root the strip over the hand @param {{you: HTMLElement, them: HTMLElement}} signs
   *   next to the names
   * @param {{claim: () => void, announce: (says: string) => void, redraw: () => void}} table  `redraw`: time has passed
   */
  constructor(root, signs, { claim, announce, redraw }) {
    Object.assign(this, { root, signs, announce, redraw, since: [null, null] });
    [this.text, this.wait] = ["says", "wait"].map((name) => root.querySelector(`[data-part="${name}"]`));
    this.button = root.querySelector("button");
    this.button.addEventListener("click", claim);
  }

  /** Updates since when each seat is away. */
  takeIn(presence) {
    if (presence === this.presence) return;
    this.presence = presence;
    const gone = absentSeats(presence.here, [false, false]);
    this.since = this.since.map((since, seat) => (gone[seat] ? since ?? presence.heardAt : null));
  }

  /** Whether each seat has been away for longer than a reload takes. */
  gone(bots) {
    return absentSeats(this.presence.here, bots).map(
      (gone, seat) => gone && performance.now() - this.since[seat] >= HARDLY,
    );
  }

  get isShown() {
    return !this.root.hidden;
  }

  /** @param {import("../store.js").Now} now  absences are known while the connection is open */
  draw({ who, scene, presence, isOpen }) {
    clearTimeout(this.timer);
    this.takeIn(presence);
    const { here, heardAt } = presence;
    const isOver = scene.phase === "over";
    const gone = isOpen ? this.gone(who.bots) : [false, false];
    const you = who.you ?? 0;
    setAttr(this.signs.them, "hidden", !gone[1 - you]);
    setAttr(this.signs.you, "hidden", who.you !== null || !gone[you]);
    const left = isOver || who.you === null ? null : countdown(here?.claim_in_ms, heardAt, performance.now());
    const { says, wait, may } = describeAbsence({ gone: gone[1 - you], name: who.names[1 - you], left });
    this.root.hidden = !says;
    if (says !== this.text.textContent) this.announce(says);
    setText(this.text, says);
    setText(this.wait, wait);
    this.button.hidden = !may;
    const isSomeoneAway = isOpen && !isOver && absentSeats(here, who.bots).includes(true);
    if (isSomeoneAway && (wait || !gone.includes(true))) {
      this.timer = setTimeout(this.redraw, wait ? (left % 1000) + 5 : HARDLY);
    }
  }
}
