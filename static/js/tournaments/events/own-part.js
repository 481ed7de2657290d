/** My own part of the decks that all tables of an event share: this page commits, and later reveals, by itself. */

import { hex, unhex } from "../../rng/bytes.js";
import { freshSecret } from "../../game/fairness/secret.js";
import { entrantCommitment } from "../../rng/shared-decks.js";
import { get, post } from "../../ui/api.js";
import { byId, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

const storageKey = (set) => `every-other-decks:${set}`;

/** The secret that this browser keeps for a set; null if it has none. */
function loadSecret(set) {
  try {
    return localStorage.getItem(storageKey(set));
  } catch {
    return null;
  }
}

/** Keeps a secret before it is committed to; false where nothing can be kept. */
function saveSecret(set, secret) {
  try {
    localStorage.setItem(storageKey(set), secret);
    return true;
  } catch {
    return false;
  }
}

export class OwnPart {
  /** @param {object} frame  of an event, over shared decks or not */
  async update({ event, me }) {
    if (!event.step || !me?.entry || me.left) return;
    const { set, stage } = event.step;
    const due = `${stage} ${me.entry}`;
    if (this.seen === due || !["announced", "collecting"].includes(stage)) return;
    this.seen = due;
    const { ok, body } = await get(`/api/decks/${set}`);
    if (!ok) this.seen = null;
    else if (body.must === "commit") await this.commit(set, body.me);
    else if (body.must === "reveal") await this.reveal(set);
    else this.say(body.revealed ? "shown" : body.commitment ? "committed" : "none");
  }

  async commit(set, player) {
    const secret = loadSecret(set) ?? hex(freshSecret());
    if (!saveSecret(set, secret)) return;
    const { ok } = await post(`/api/decks/${set}/commit`, { c: hex(entrantCommitment(set, player, unhex(secret))) });
    if (ok) this.say("committed");
    else this.seen = null;
  }

  async reveal(set) {
    const secret = loadSecret(set);
    if (secret === null) return;
    const { ok } = await post(`/api/decks/${set}/reveal`, { secret });
    if (ok) this.say("shown");
    else this.seen = null;
  }

  say(part) {
    const texts = {
      committed: gettext("Your part of the shuffle is sealed. Keep this page open: it’s shown when the event starts."),
      shown: gettext("Your part is in the shuffle."),
      none: "",
    };
    setText(byId("own-part"), texts[part]);
  }
}
