/** The dialog that challenges a player, with the settings of the game. */

import { byId, setText } from "../ui/dom.js";
import { MakeForm } from "./make.js";

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
    this.dialog.querySelector("[data-part=cancel]").addEventListener("click", () => this.dialog.close());
  }

  /** @param {string} name @param {Partial<import("../game/offers.js").Settings>} settings */
  open(name, settings = {}) {
    this.form.recall();
    this.form.applySettings(settings);
    this.form.name.value = name;
    setText(this.dialog.querySelector("[data-part=name]"), name);
    this.dialog.showModal();
    this.form.form.querySelector("[type=submit]").focus();
  }
}
