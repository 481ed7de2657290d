/** Asking for a game's review, and waiting for it: deals done of deals, until it is there. */

import { get, post } from "../ui/api.js";
import { part, set, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";

const LOOK_AGAIN = 1_000;
const OFFER = gettext("Let Advanced look at every throw and every card: what it cost, and how much was luck.");

/** What is said of a review, and whether it can be asked for; `asked`: by this page. Pure. */
export function stands({ ok, body }, asked) {
  const { state, deals, deals_done: done } = body;
  if (!ok) return { says: body.says, asks: body.error !== "rated_game", waits: false };
  if (state === "done") return { says: "", asks: false, waits: false };
  if (state === "failed") return { says: gettext("This game could not be reviewed."), asks: false, waits: false };
  if (state === "none" || !asked) return { says: OFFER, asks: true, waits: state === "waiting" };
  return { says: gettext("Judging deal {n} of {deals}…", { n: Math.min(done + 1, deals), deals }), asks: false, waits: true };
}

/** The room that a review takes is kept for it while it may come: nothing moves when it does. */
function keepRoom(isNeeded) {
  part("review").toggleAttribute("data-has-room", isNeeded);
}

export class Asking {
  /** @param {string} game @param {(review: object) => void} done */
  constructor(game, done) {
    this.path = `/api/games/${game}/review`;
    this.done = done;
    this.asked = this.isWanted = false;
    part("review-button").addEventListener("click", () => this.ask());
  }

  async look() {
    this.hear(await get(this.path));
  }

  /** Whoever comes here for the review need not ask once more. */
  async begin(isWanted) {
    this.isWanted = isWanted;
    await this.look();
    if (!isWanted) return;
    if (!part("review-button").hidden) await this.ask();
    part("review").scrollIntoView({ block: "nearest" });
  }

  async ask() {
    part("review-button").disabled = true;
    keepRoom(true);
    const answer = await post(this.path);
    this.asked = answer.ok;
    this.hear(answer);
    part("review-button").disabled = false;
  }

  hear(answer) {
    const { says, asks, waits } = stands(answer, this.asked);
    part("review").hidden = false;
    part("review-ask").hidden = !says;
    write(part("review-says"), says);
    part("review-button").hidden = !asks;
    part("review-progress").hidden = !waits || asks;
    keepRoom(!says || waits || (asks && this.isWanted));
    clearTimeout(this.looking);
    if (waits) {
      set(part("review-progress"), "max", answer.body.deals);
      set(part("review-progress"), "value", answer.body.deals_done);
      this.looking = setTimeout(() => this.look(), LOOK_AGAIN);
    }
    if (answer.ok && answer.body.state === "done") this.done(answer.body.review);
  }
}
