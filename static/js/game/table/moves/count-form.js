/** The form for the points that the player claims or calls, with a number pad, and the time left to call. */

import { appendDigit, mayCall, mayClaim, parsePoints, stepPoints } from "../../scene/manual-counting.js";
import { setAttr, setText } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { countdown, formatWait } from "../clock.js";

const LABELS = {
  claim: (points) => (points === null ? gettext("Claim") : gettext("Claim {points}", { points })),
  call: (points) => (points === null ? gettext("Muggins") : gettext("Muggins: call {points}", { points })),
};

export class CountForm {
  /** @param {HTMLFormElement} root @param {(move: object) => void} send */
  constructor(root, send) {
    Object.assign(this, { root, send, asked: null });
    this.field = root.querySelector("input");
    this.submit = root.querySelector("[type=submit]");
    this.pass = root.querySelector("[data-part=pass]");
    this.time = root.querySelector("[data-part=time]");
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submitPoints();
    });
    this.field.addEventListener("input", () => this.label());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.pass.addEventListener("click", () => this.send({ kind: "pass" }));
    root.querySelector("[data-part=erase]").addEventListener("click", () => this.show(""));
    for (const button of root.querySelectorAll("[data-digit]")) {
      button.addEventListener("click", () => this.append(button.dataset.digit));
    }
  }

  /** Keys in the field: digits type, arrows step, P passes, and other letters do nothing. */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) this.step(by);
    if (this.kind === "call" && event.key.toLowerCase() === "p") this.send({ kind: "pass" });
    if (by || /^[^0-9]$/.test(event.key)) event.preventDefault();
  }

  /** @param {"claim"|"call"} kind */
  isAsking(kind) {
    return this.isShown && this.kind === kind;
  }

  get isShown() {
    return !this.root.hidden;
  }

  focus() {
    this.field.focus({ preventScroll: true });
  }

  /** @param {import("../store.js").Now} now */
  draw({ ahead: scene, time }) {
    this.callTime = time;
    const asked = mayClaim(scene) ? "claim" : mayCall(scene) ? "call" : null;
    this.root.hidden = !asked;
    const key = asked && `${asked} ${scene.laid.seat} ${scene.laid.what} ${scene.deal}`;
    if (key !== this.asked) {
      this.asked = key;
      this.kind = asked;
      this.field.value = "";
      this.pass.hidden = asked !== "call";
      setAttr(this.field, "aria-label", asked === "call" ? gettext("Points they missed") : gettext("Your points"));
    }
    clearTimeout(this.ticking);
    if (!asked) return;
    this.label();
    this.tick();
  }

  /** The time left to call muggins, or null. */
  get callLeft() {
    const { clocks, heardAt } = this.callTime;
    return this.kind === "call" ? countdown(clocks?.call_ms, heardAt, performance.now()) : null;
  }

  tick() {
    const left = this.callLeft;
    setAttr(this.time, "hidden", left === null);
    if (left === null) return;
    setText(this.time, formatWait(left));
    if (left > 0) this.ticking = setTimeout(() => this.tick(), (left % 1000) + 5);
  }

  get value() {
    const value = parsePoints(this.field.value);
    return this.kind === "call" && value === 0 ? null : value;
  }

  label() {
    const { value } = this;
    setText(this.submit, LABELS[this.kind](value));
    setAttr(this.submit, "disabled", value === null);
    setAttr(this.field, "aria-valuenow", value);
  }

  show(text) {
    this.field.value = text;
    this.label();
  }

  step(by) {
    this.show(String(stepPoints(this.field.value, by)));
  }

  append(digit) {
    this.show(appendDigit(this.field.value, digit));
  }

  submitPoints() {
    if (this.value !== null) this.send({ kind: this.kind, points: this.value });
  }

  /** A digit that is typed anywhere goes into the field. */
  type(digit) {
    this.focus();
    this.append(digit);
  }
}
