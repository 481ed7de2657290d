/** The page of a table without an opponent: the awaited opponent, the link to send, and the answer to a challenge. */

import { counterOffer, describeDecline, describeSettings } from "../../scene/offers.js";
import { post } from "../../../ui/api.js";
import { setText, within } from "../../../ui/dom.js";
import { copyLink, shareLink } from "../../../ui/copy/link.js";
import { gettext } from "../../../ui/translate.js";

/** Describes the awaited opponent. */
export function describeAwaitedOpponent({ invite, seek }) {
  if (seek.to) return gettext("Waiting for {name} to answer", { name: seek.to });
  return invite ? gettext("Waiting for a friend to open your link") : gettext("Waiting for an opponent");
}

/** "A game to 121, counted for you, no clock." */
export const describeGame = (seek) =>
  gettext("A game {settings}.", { settings: describeSettings({ ...seek, quick: false }) });

export class Waiting {
  /** @param {HTMLElement} root @param {(path: string) => void} openPath */
  constructor(root, openPath) {
    const part = within(root);
    Object.assign(this, { root, part, openPath, frame: null });
    part("waiting-cancel").addEventListener("click", () => this.cancel());
    part("waiting-again").addEventListener("click", () => this.offerAgain());
    part("waiting-copy").addEventListener("click", async () => this.showNote(await copyLink(part("waiting-invite"))));
    part("waiting-share").addEventListener("click", () => shareLink(this.link));
    part("waiting-share").hidden = !navigator.share;
  }

  get link() {
    return new URL(this.frame.invite, location.href).href;
  }

  /** @param {import("../store.js").Now} now */
  draw({ waiting }) {
    if (waiting === this.frame) return;
    const isFirst = this.frame === null;
    this.frame = waiting;
    this.root.hidden = waiting === null;
    if (waiting === null) return;
    document.body.dataset.phase = "waiting";
    if (waiting.closed) this.drawClosed(waiting.closed);
    else this.drawSeek(waiting, isFirst);
  }

  drawSeek({ invite, seek, declined: answer }, isFirst) {
    const { part } = this;
    setText(
      part("waiting-title"),
      answer ? describeDecline(answer.by, answer.reason) : describeAwaitedOpponent({ invite, seek }),
    );
    setText(part("waiting-says"), describeGame(seek));
    setText(
      part("waiting-more"),
      !answer && seek.quick ? gettext("If no player wants exactly these settings, they widen while you wait.") : "",
    );
    part("waiting-link").hidden = !invite || Boolean(answer);
    if (invite) part("waiting-invite").value = this.link;
    part("waiting-cancel").hidden = Boolean(answer);
    part("waiting-meanwhile").hidden = Boolean(answer);
    this.wish = answer ? counterOffer(seek, answer.reason) : null;
    part("waiting-again").hidden = !this.wish;
    if (this.wish) {
      setText(
        part("waiting-again"),
        gettext("Offer a game {settings}", { settings: describeSettings({ ...this.wish, by: seek.by, to: seek.to }) }),
      );
    }
    if (isFirst || answer) part("waiting-title").focus();
  }

  /** Shows that there will be no table. */
  drawClosed(says) {
    const { part } = this;
    setText(part("waiting-title"), says);
    for (const text of [part("waiting-says"), part("waiting-more")]) setText(text, "");
    const offers = ["waiting-link", "waiting-cancel", "waiting-again", "waiting-meanwhile"].map(part).filter(Boolean);
    for (const node of offers) node.hidden = true; // a visitor who may not watch has been offered nothing meanwhile
    part("waiting-title").focus();
  }

  showNote(says) {
    setText(this.part("waiting-note"), says);
  }

  async cancel() {
    const button = this.part("waiting-cancel");
    button.disabled = true;
    const { ok, body } = await post(`/api/seeks/${this.frame.seek.id}/cancel`);
    button.disabled = false;
    if (ok) this.openPath("/");
    else this.showNote(body.says);
  }

  async offerAgain() {
    const { ok, body } = await post("/api/games", { against: this.frame.declined.by, ...this.wish });
    if (ok) this.openPath(`/table/${body.game}`);
    else this.showNote(body.says);
  }
}
