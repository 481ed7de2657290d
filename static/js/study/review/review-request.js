/** Requests a game's review, and shows its progress until it is there. */

import { get, post } from "../../ui/api.js";
import { byId, setAttr, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

const LOOK_AGAIN = 1_000;
const OFFER = gettext("See how much every discard and every card cost you in Advanced’s judgement, and how much was luck.");

/** The status of a review, and whether it can be requested. `asked`: by this page. Pure. */
export function reviewStatus({ ok, body }, asked) {
  const { state, deals, deals_done: done } = body;
  if (!ok) return { says: body.says, asks: body.error !== "rated_game", waits: false };
  if (state === "done") return { says: "", asks: false, waits: false };
  if (state === "failed" && body.again) {
    return {
      says: gettext("This review failed. You can ask for it again."),
      asks: true,
      waits: false,
    };
  }
  if (state === "failed") return { says: gettext("This game couldn’t be reviewed."), asks: false, waits: false };
  if (state === "none" || !asked) return { says: OFFER, asks: true, waits: state === "waiting" };
  return {
    says: gettext("Reviewing deal {n} of {deals}…", { n: Math.min(done + 1, deals), deals }),
    asks: false,
    waits: true,
  };
}

/** Reserves the space of a possible review, so that nothing moves when it arrives. */
function reserveSpace(isNeeded) {
  byId("review").toggleAttribute("data-has-room", isNeeded);
}

export class ReviewRequest {
  /**
   * @param {string} path  of its call
   * @param {(review: object, isAsked: boolean) => void} done  `isAsked`: by this reader
   */
  constructor(path, done) {
    this.path = path;
    this.done = done;
    this.asked = this.isWanted = false;
    byId("review-button").addEventListener("click", () => this.requestReview());
  }

  async poll() {
    const answer = await get(this.path);
    this.handleAnswer(answer);
    return answer.body.state;
  }

  /** Starts. A player who came for the review need not request it again. */
  async start(isWanted) {
    this.isWanted = isWanted;
    const state = await this.poll();
    if (!isWanted) return;
    // A failed review is retried only a few times, each at the player's request.
    if (!byId("review-button").hidden && state !== "failed") await this.requestReview();
    byId("review").scrollIntoView({ block: "nearest" });
  }

  async requestReview() {
    byId("review-button").disabled = true;
    reserveSpace(true);
    const answer = await post(this.path);
    this.asked = answer.ok;
    this.handleAnswer(answer);
    byId("review-button").disabled = false;
  }

  handleAnswer(answer) {
    const { says, asks, waits } = reviewStatus(answer, this.asked);
    byId("review").hidden = false;
    byId("review-ask").hidden = !says;
    setText(byId("review-says"), says);
    byId("review-button").hidden = !asks;
    byId("review-progress").hidden = !waits || asks;
    reserveSpace(!says || waits || (asks && this.isWanted));
    clearTimeout(this.looking);
    if (waits) {
      setAttr(byId("review-progress"), "max", answer.body.deals);
      setAttr(byId("review-progress"), "value", answer.body.deals_done);
      this.looking = setTimeout(() => this.poll(), LOOK_AGAIN);
    }
    if (answer.ok && answer.body.state === "done") this.done(answer.body.review, this.isWanted || this.asked);
  }
}
