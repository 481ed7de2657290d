/** Before somebody sits opposite: what is waited for, the link to give away, and how a challenge was met. */

import { asWished, declined, settings } from "../game/offers.js";
import { post } from "../ui/api.js";
import { part, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

/** Whom one waits for. */
export function waitingFor({ invite, seek }) {
  if (seek.to) return gettext("Waiting for {name} to answer", { name: seek.to });
  return invite ? gettext("Waiting for whoever has your link") : gettext("Waiting for an opponent");
}

/** "A game to 121, counted for you, no clock." */
export const gameSaid = (seek) => gettext("A game {settings}.", { settings: settings({ ...seek, quick: false }) });

export class Waiting {
  /** @param {(path: string) => void} go */
  constructor(go) {
    this.go = go;
    this.node = part("waiting");
    this.frame = null;
    part("waiting-cancel").addEventListener("click", () => this.cancel());
    part("waiting-again").addEventListener("click", () => this.offerAgain());
    part("waiting-copy").addEventListener("click", () => this.copy());
    part("waiting-share").addEventListener("click", () => this.share());
    part("waiting-share").hidden = !navigator.share;
  }

  get link() {
    return new URL(this.frame.invite, location.href).href;
  }

  /** @param {object} frame `waiting` as the server said it */
  hear(frame) {
    const first = this.frame === null;
    this.frame = frame;
    document.body.dataset.phase = "waiting";
    this.node.hidden = false;
    const answer = frame.declined;
    write(part("waiting-title"), answer ? declined(answer.by, answer.reason) : waitingFor(frame));
    write(part("waiting-says"), gameSaid(frame.seek));
    write(part("waiting-more"), !answer && frame.seek.quick ? gettext("If nobody wants just that, these settings widen while you wait.") : "");
    part("waiting-link").hidden = !frame.invite || Boolean(answer);
    if (frame.invite) part("waiting-invite").value = this.link;
    part("waiting-cancel").hidden = Boolean(answer);
    this.wish = answer ? asWished(frame.seek, answer.reason) : null;
    part("waiting-again").hidden = !this.wish;
    if (this.wish) write(part("waiting-again"), gettext("Offer a game {settings}", { settings: settings(this.wish) }));
    if (first || answer) part("waiting-title").focus();
  }

  /** It is over: the table is there, or (with `says`) it never will be. */
  end(says = null) {
    if (says === null) {
      this.node.hidden = true;
      return;
    }
    document.body.dataset.phase = "waiting";
    this.node.hidden = false;
    write(part("waiting-title"), says);
    for (const id of ["waiting-says", "waiting-more"]) write(part(id), "");
    for (const id of ["waiting-link", "waiting-cancel", "waiting-again"]) part(id).hidden = true;
    part("waiting-title").focus();
  }

  note(says) {
    write(part("waiting-note"), says);
  }

  async cancel() {
    part("waiting-cancel").disabled = true;
    const { ok, body } = await post(`/api/seeks/${this.frame.seek.id}/cancel`);
    part("waiting-cancel").disabled = false;
    if (ok) this.go("/");
    else this.note(body.says);
  }

  async offerAgain() {
    const { ok, body } = await post("/api/games", { against: this.frame.declined.by, ...this.wish });
    if (ok) this.go(`/table/${body.game}`);
    else this.note(body.says);
  }

  async copy() {
    const field = part("waiting-invite");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      this.note(gettext("The link is copied."));
    } catch {
      // On plain http a page has no clipboard of its own; the old command still works there.
      this.note(document.execCommand("copy") ? gettext("The link is copied.") : gettext("Copy it from the field: it is selected."));
    }
  }

  async share() {
    try {
      await navigator.share({ title: "Every Other", text: gettext("Play cribbage with me."), url: this.link });
    } catch {
      // Thought better of it.
    }
  }
}
