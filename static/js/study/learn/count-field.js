/** A field for points, typed or stepped. */

import { parsePoints, stepPoints } from "../../game/scene/manual-counting.js";
import { html, setAttr } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

export class CountField {
  /** @param {(points: number) => void} say @param {string} [label] */
  constructor(say, label = gettext("Points")) {
    this.field = html(
      "input",
      { inputmode: "numeric", autocomplete: "off", maxlength: 2, "aria-label": label, oninput: () => this.draw() },
    );
    this.check = html("button", { class: "button", type: "submit" }, gettext("Check"));
    this.field.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.step(by);
    });
    this.node = html(
      "form",
      { class: "count-form", novalidate: true },
      html(
        "div",
        { class: "stepper" },
        this.button("−", -1, gettext("One less")),
        this.field,
        this.button("+", 1, gettext("One more")),
      ),
      this.check,
    );
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.value !== null) say(this.value);
    });
    this.draw();
  }

  get value() {
    return parsePoints(this.field.value);
  }

  button(sign, by, label) {
    return html("button", { type: "button", class: "step", "aria-label": label, onclick: () => this.step(by) }, sign);
  }

  step(by) {
    this.field.value = String(stepPoints(this.field.value, by));
    this.draw();
  }

  draw() {
    setAttr(this.check, "disabled", this.value === null);
  }
}
