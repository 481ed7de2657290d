/** Before somebody sits opposite: what is waited for, the link to give away, and how a challenge was met. */

import { counterOffer, describeDecline, describeSettings } from "../game/offers.js";
import { post } from "../ui/api.js";
import { byId, setText } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

/** Whom one waits for. */
export function describeAwaitedOpponent({ invite, seek }) {
  if (seek.to) return gettext("Waiting for {name} to answer", { name: seek.to });
  return invite ? gettext("Waiting for whoever has your link") : gettext("Waiting for an opponent");
}

/** "A game to 121, counted for you, no clock." */
export const describeGame = (seek) => gettext("A game {settings}.", { settings: describeSettings({ ...seek, quick: false }) });

export class Waiting {
  /** @param {(path: string) => void} go */
  constructor(go) {
    this.go = go;
    this.node = byId("waiting");
    this.frame = null;
    byId("waiting-cancel").addEventListener("click", () => this.cancel());
    byId("waiting-again").addEventListener("click", () => this.offerAgain());
    byId("waiting-copy").addEventListener("click", () => this.copy());
    byId("waiting-share").addEventListener("click", () => this.share());
    byId("waiting-share").hidden = !navigator.share;
  }

  get link() {
    return new URL(this.frame.invite, location.href).href;
  }

  /** @param {object} frame `waiting` as the server said it */
  handleWaiting(frame) {
    const first = this.frame === null;
    this.frame = frame;
    document.body.dataset.phase = "waiting";
    this.node.hidden = false;
    const answer = frame.declined;
    setText(byId("waiting-title"), answer ? describeDecline(answer.by, answer.reason) : describeAwaitedOpponent(frame));
    setText(byId("waiting-says"), describeGame(frame.seek));
    setText(byId("waiting-more"), !answer && frame.seek.quick ? gettext("If nobody wants just that, these settings widen while you wait.") : "");
    byId("waiting-link").hidden = !frame.invite || Boolean(answer);
    if (frame.invite) byId("waiting-invite").value = this.link;
    byId("waiting-cancel").hidden = Boolean(answer);
    this.wish = answer ? counterOffer(frame.seek, answer.reason) : null;
    byId("waiting-again").hidden = !this.wish;
    if (this.wish) setText(byId("waiting-again"), gettext("Offer a game {settings}", { settings: describeSettings(this.wish) }));
    if (first || answer) byId("waiting-title").focus();
  }

  /** It is over: the table is there, or (with `says`) it never will be. */
  close(says = null) {
    if (says === null) {
      this.node.hidden = true;
      return;
    }
    document.body.dataset.phase = "waiting";
    this.node.hidden = false;
    setText(byId("waiting-title"), says);
    for (const id of ["waiting-says", "waiting-more"]) setText(byId(id), "");
    for (const id of ["waiting-link", "waiting-cancel", "waiting-again"]) byId(id).hidden = true;
    byId("waiting-title").focus();
  }

  note(says) {
    setText(byId("waiting-note"), says);
  }

  async cancel() {
    byId("waiting-cancel").disabled = true;
    const { ok, body } = await post(`/api/seeks/${this.frame.seek.id}/cancel`);
    byId("waiting-cancel").disabled = false;
    if (ok) this.go("/");
    else this.note(body.says);
  }

  async offerAgain() {
    const { ok, body } = await post("/api/games", { against: this.frame.declined.by, ...this.wish });
    if (ok) this.go(`/table/${body.game}`);
    else this.note(body.says);
  }

  async copy() {
    const field = byId("waiting-invite");
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
