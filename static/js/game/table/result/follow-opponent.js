/** After a game between people: a button next to the rematch to follow or unfollow the opponent. */

import { get, post } from "../../../ui/api.js";
import { setText } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";

export class FollowOpponent {
  /** @param {HTMLButtonElement} button @param {HTMLElement} status */
  constructor(button, status) {
    Object.assign(this, { button, status, follows: false });
    button.addEventListener("click", () => this.toggle());
  }

  /**
   * Shows the button if the server reports an account to follow.
   * @param {import("../store.js").Who} who
   */
  async offer({ you, accounts, bots }) {
    if (this.name || you === null || bots.some(Boolean)) return;
    this.name = accounts[1 - you];
    const { ok, body } = await get(`/api/following/${encodeURIComponent(this.name)}`);
    if (!ok || !(body.may_follow || body.follows)) return;
    this.draw(body.follows);
    this.button.hidden = false;
  }

  draw(follows) {
    this.follows = follows;
    setText(
      this.button,
      follows ? gettext("Unfollow {name}", { name: this.name }) : gettext("Follow {name}", { name: this.name }),
    );
  }

  async toggle() {
    const { button, status, name, follows } = this;
    button.disabled = true;
    const { ok, body } = await post(follows ? "/api/unfollow" : "/api/follow", { name });
    button.disabled = false;
    if (ok) this.draw(!follows);
    setText(status, ok ? describeChange(name, !follows) : body.says);
  }
}

const describeChange = (name, follows) =>
  follows
    ? gettext("You follow {name}. Other players can’t see that.", { name })
    : gettext("You no longer follow {name}.", { name });
