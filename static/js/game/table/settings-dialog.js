/** The settings at the table: choices apply at once, and are saved as on the settings page. */

import { setText, within } from "../../ui/dom.js";
import { savePreference } from "../../ui/preferences.js";
import { gettext } from "../../ui/translate.js";

export class SettingsDialog {
  /** @param {HTMLDialogElement} root @param {import("../scene/sounds.js").Sounds} sounds */
  constructor(root, sounds) {
    const part = within(root);
    this.root = root;
    this.sounds = sounds;
    this.note = part("settings-note");
    part("settings-form").addEventListener("change", ({ target }) => this.choose(target.name, target.value));
  }

  open() {
    setText(this.note, "");
    this.root.showModal();
  }

  async choose(name, value) {
    const saved = savePreference(name, value);
    if (name === "sound" && value === "on") this.sounds.greet();
    const { ok } = await saved;
    if (ok && name === "language") location.reload();
    setText(this.note, ok ? gettext("Saved.") : gettext("Changed for now, but it couldn't be saved."));
  }
}
