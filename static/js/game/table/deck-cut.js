/**
 * Lets pone cut the deck before the starter is turned. The cut has no effect, and nothing waits for it: the starter was
 * fixed before the game.
 */

import { html, within } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

/** How long the deck is spread before the starter turns by itself, in milliseconds. */
export const CUT_TIME = 5000;
const LIFT_TIME = 350;
const CARDS_LEFT = 40;
const LEAST = 4; // fewest cards in each packet, by the rules

/**
 * Whether this reader may cut now.
 * @param {{event: object|null, again?: boolean}} step about to be drawn
 * @param {{wish: string|undefined, you: number|null, dealer: number|null, missed: number}} table `missed`: moves
 *   that were made while they were away
 */
export const mayCut = ({ event, again = false }, { wish, you, dealer, missed }) =>
  event?.e === "starter" && !again && wish === "on" && you !== null && dealer !== you && missed === 0;

/**
 * The card of the spread under a tap, with enough cards on both sides.
 * @param {number} share of its width, from the left
 */
export const cutPlace = (share) => Math.min(Math.max(Math.round(share * CARDS_LEFT), LEAST), CARDS_LEFT - LEAST);

export class DeckCut {
  /**
   * @param {HTMLElement} root @param {{isStill: () => boolean, announce: (says: string) => void, done: () =>
   *   void}} table
   *   `done`: the starter may be turned now
   */
  constructor(root, { isStill, announce, done }) {
    const part = within(root);
    Object.assign(this, { root, isStill, announce, done, spread: part("cut-spread"), deal: null });
    this.spread.append(...Array.from({ length: CARDS_LEFT }, () => html("span", { class: "spread-card" })));
    this.spread.addEventListener("click", (event) => this.cut(event.detail ? this.placeAt(event.clientX) : this.place));
    this.spread.addEventListener("keydown", (event) => this.handleKey(event));
  }

  /**
   * Spreads the deck, if the player may cut now. Returns its maximum time in milliseconds.
   * @param {{event: object|null, again?: boolean}} step @param {string|undefined} wish
   * @param {import("./store.js").State} state
   */
  offer(step, wish, { scene: { deal, dealer }, who: { you }, missed, byKey }) {
    if (!mayCut(step, { wish, you, dealer, missed })) return 0;
    Object.assign(this, { deal, isCut: false });
    this.mark(CARDS_LEFT / 2);
    this.root.hidden = false;
    this.root.classList.remove("is-cut");
    if (byKey) this.spread.focus({ preventScroll: true });
    this.announce(
      gettext(
        "Your cut: tap the deck, or press Enter. The starter was fixed before the game, so it stays the same wherever you cut.",
      ),
    );
    return CUT_TIME;
  }

  /** Removed as soon as the starter is there, or another deal. @param {import("../scene/scene.js").Scene} scene */
  draw(scene) {
    if (this.deal === null || (scene.deal === this.deal && !scene.starter && scene.phase !== "over")) return;
    this.deal = null;
    this.root.hidden = true;
  }

  handleKey(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.mark(cutPlace((this.place + by) / CARDS_LEFT));
  }

  placeAt(x) {
    const { left, width } = this.spread.getBoundingClientRect();
    return cutPlace((x - left) / width);
  }

  mark(place) {
    this.place = place;
    [...this.spread.querySelectorAll(".spread-card")].forEach((card, n) => card.classList.toggle("lifted", n >= place));
  }

  cut(place) {
    if (this.isCut) return;
    this.isCut = true;
    this.mark(place);
    this.root.classList.add("is-cut");
    if (this.isStill()) this.done();
    else setTimeout(this.done, LIFT_TIME);
  }
}
