/** The dialog that challenges a player, with the settings of the game. */

import { get } from "../../ui/api.js";
import { byId, setText } from "../../ui/dom.js";
import { gettext, ngettext } from "../../ui/translate.js";
import { MakeForm } from "./make.js";

/** @param {number} ahead @param {string} name */
function describeDueHoles(ahead, name) {
  const n = Math.abs(ahead);
  if (!n) return gettext("By your points you are equals.");
  return ahead < 0
    ? ngettext("By your points you give {name} {n} hole.", "By your points you give {name} {n} holes.", n, { name })
    : ngettext("By your points {name} gives you {n} hole.", "By your points {name} gives you {n} holes.", n, { name });
}

export class ChallengeDialog {
  /** @param {(game: object, asked: object) => void} made */
  constructor(made) {
    this.dialog = byId("challenge-dialog");
    this.form = new MakeForm(byId("challenge"), (game, asked) => {
      this.dialog.close();
      made(game, asked);
    });
    this.form.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.form.send(event.submitter);
    });
    const { elements } = this.form.form;
    elements.target.addEventListener("change", () => this.drawHoles());
    this.part("take").addEventListener("click", () => {
      elements.ahead.value = String(this.due[elements.target.value]);
    });
    this.dialog.querySelector("[data-part=cancel]").addEventListener("click", () => this.dialog.close());
  }

  part(name) {
    return this.dialog.querySelector(`[data-part=${name}]`);
  }

  /** Shows how many holes make a game with this player even, by both players' points. @param {string} name */
  async suggestHoles(name) {
    this.due = null;
    this.drawHoles();
    const { ok, body } = await get(`/api/players/${encodeURIComponent(name)}/head-start`);
    if (!ok || this.form.name.value !== name) return;
    this.due = body.ahead;
    this.drawHoles();
  }

  drawHoles() {
    const ahead = this.due?.[this.form.form.elements.target.value] ?? null;
    this.part("holes").hidden = ahead === null;
    this.part("take").hidden = !ahead;
    if (ahead !== null) setText(this.part("due"), describeDueHoles(ahead, this.form.name.value));
  }

  /** @param {string} name @param {Partial<import("../scene/offers.js").Settings>} settings */
  open(name, settings = {}) {
    this.form.recall();
    this.form.applySettings(settings);
    this.form.name.value = name;
    this.suggestHoles(name);
    setText(this.dialog.querySelector("[data-part=name]"), name);
    this.dialog.showModal();
    this.form.form.querySelector("[type=submit]").focus();
  }
}
