/** Lets the player drag a card from the hand to the table; dropped anywhere else, it glides back. */

const FAR_ENOUGH = 6;

/** Whether the pointer moved too far for a tap. */
export const isCarried = (from, to) => Math.hypot(to.x - from.x, to.y - from.y) >= FAR_ENOUGH;

/** Whether a card dropped here is on the table: on the felt, above the hand. */
export const isOnTheTable = ({ x, y }, felt, hand) =>
  x >= felt.left && x <= felt.right && y >= felt.top && y < hand.top;

const GLIDE = 200;
const at = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

export class Drag {
  /**
   * @param {{felt: HTMLElement, hand: HTMLElement, drop: (card: string) => void}} table  `drop`: a card was dropped
   *   on the table
   */
  constructor({ felt, hand, drop }) {
    Object.assign(this, { felt, hand, drop, card: null });
    hand.addEventListener("pointerdown", (event) => this.startDrag(event));
    hand.addEventListener("pointermove", (event) => this.moveDrag(event));
    hand.addEventListener("pointerup", (event) => this.endDrag(event));
    hand.addEventListener("pointercancel", (event) => this.isMine(event) && this.returnCard());
    addEventListener("keydown", ({ key }) => key === "Escape" && this.card && this.returnCard());
    // The click after a drag is no tap. A click by keyboard has no pointer.
    hand.addEventListener(
      "click",
      (event) => this.wasCarried && event.detail && event.stopImmediatePropagation(),
      { capture: true },
    );
  }

  isMine({ pointerId }) {
    return this.card !== null && pointerId === this.pointer;
  }

  startDrag(event) {
    if (event.button || !event.isPrimary) return;
    if (this.card) this.returnCard(); // the card left the hand during the drag, so its pointer sent no end
    this.wasCarried = false;
    const card = event.target.closest(".own:is(.open, .barred)");
    if (!card) return;
    Object.assign(this, { card, pointer: event.pointerId, from: at(event) });
    card.setPointerCapture(event.pointerId); // a quick pointer leaves the card before its first move event
  }

  moveDrag(event) {
    if (!this.isMine(event)) return;
    const { card, from } = this;
    const to = at(event);
    if (!this.wasCarried && !isCarried(from, to)) return;
    this.wasCarried = true;
    card.classList.add("carried");
    card.style.transform = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
    this.felt.classList.toggle("awaits", this.isOverTable(to));
  }

  isOverTable(point) {
    return isOnTheTable(point, this.felt.getBoundingClientRect(), this.hand.getBoundingClientRect());
  }

  endDrag(event) {
    if (!this.isMine(event)) return;
    const { card } = this;
    const isLaid = this.wasCarried && this.isOverTable(at(event));
    // first, so that the animation starts from the drop
    if (isLaid && card.isConnected) this.drop(card.dataset.card);
    this.returnCard();
  }

  /** Returns a card that is still in the hand to its place. */
  returnCard() {
    const { card } = this;
    this.card = null;
    this.felt.classList.remove("awaits");
    card.classList.remove("carried");
    card.classList.add("gliding");
    card.style.transform = "";
    setTimeout(() => card.classList.remove("gliding"), GLIDE);
  }
}
