/**
 * A list that keeps still: no row moves from under a finger, or while it has the focus. A removed row stays in its
 * place, dimmed and disabled, until the list is out of use. A row that has just moved ignores a tap that was meant for
 * its neighbor.
 */

import { setAttr } from "../dom.js";
import { nextRows } from "./steady-rows.js";

const SLIDING = 350;
const STIRRED = 5_000;

const mouse = matchMedia("(hover: hover)");

export class SteadyList {
  /**
   * @param {HTMLElement} node
   * @param {object} how
   * @param {(item: object) => string} [how.keyOf]
   * @param {(item: object) => HTMLElement} how.make
   * @param {(row: HTMLElement, item: object) => void} [how.update]
   * @param {(count: number) => void} [how.drawn]  called with the number of shown rows whenever it may have changed
   * @param {HTMLElement} [how.refuge]  gets the focus instead of a row
   * @param {boolean} [how.newestFirst]
   */
  constructor(
    node,
    { keyOf = (item) => item.id, make, update = () => {}, drawn = () => {}, refuge, newestFirst = false }
  ) {
    Object.assign(this, { node, keyOf, make, update, drawn, refuge, newestFirst });
    this.items = [];
    this.rows = [];
    this.stirredAt = -Infinity;
    if (refuge) setAttr(refuge, "tabindex", "-1");
    node.replaceChildren();
    node.addEventListener("pointermove", () => {
      this.stirredAt = Date.now();
    });
    node.addEventListener("focusout", () => setTimeout(() => this.draw()));
  }

  isInUse(now) {
    if (this.node.querySelector(":focus-visible")) return true;
    return mouse.matches && this.node.matches(":hover") && now - this.stirredAt < STIRRED;
  }

  draw(items = this.items) {
    const now = Date.now();
    this.items = items;
    const { keyOf, newestFirst } = this;
    this.rows = nextRows(this.rows, items, { keyOf, now, newestFirst, inUse: this.isInUse(now) });
    this.syncRows(this.rows);
    this.drawn(this.rows.length);
  }

  /** Removes a row at once after its own player's action, and moves a focus in it elsewhere. */
  removeRow(key) {
    const child = [...this.node.children].find((row) => row.dataset.key === key);
    if (child?.contains(document.activeElement)) this.refuge.focus({ preventScroll: true });
    this.rows = this.rows.filter((row) => row.key !== key);
    this.draw(this.items.filter((item) => this.keyOf(item) !== key));
  }

  syncRows(rows) {
    const kept = new Set(rows.map((row) => row.key));
    const old = new Map();
    [...this.node.children].forEach((child, n) => {
      if (kept.has(child.dataset.key)) old.set(child.dataset.key, { child, n });
      else child.remove(); // first, so that no remaining row has to move and lose the focus
    });
    rows.forEach(({ key, item, goneAt }, n) => {
      const was = old.get(key);
      const child = was?.child ?? this.make(item);
      child.dataset.key = key;
      if (goneAt === null) this.update(child, item);
      if (this.node.children[n] !== child) this.node.insertBefore(child, this.node.children[n] ?? null);
      if (was?.n !== n) this.slide(child);
      leave(child, goneAt !== null);
    });
  }

  slide(child) {
    child.dataset.slid = "";
    setTimeout(() => delete child.dataset.slid, SLIDING);
  }
}

/** A removed row keeps its focus but does nothing. */
function leave(child, gone) {
  if (child.classList.contains("gone") === gone) return;
  child.classList.toggle("gone", gone);
  for (const control of child.querySelectorAll("button, a, input")) setAttr(control, "aria-disabled", gone && "true");
}
