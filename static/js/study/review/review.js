/**
 * Shows a game's review on its replay: the curve, the verdict on the current move, and a button to the next mistake.
 */

import { loadRemarks, remarkItems } from "../../game/advice/coach.js";
import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { CurveView } from "./curve-view.js";
import {
  describeDecision, describeGrade, describeMistake, describeNoDecision, GRADES, isTrained, lineRows, mistakesOf,
  worstOf,
} from "./decision-texts.js";
import { explainDecision } from "./decision-words.js";
import { ReviewRequest } from "./review-request.js";
import { findPlace } from "../../game/scene/stops.js";
import { drawSummary } from "./summary.js";

export class Review {
  /**
   * @param {{path: string, game: string|null, seat: number|null, stops:
   *   import("../../game/scene/stops.js").Stop[], go: (at: number) => void, ready: () => void,
   *   redraw: () => void}} page  `game`: its id, or null for one over the board; `seat`: the reader's, or null
   *   for a watcher
   */
  constructor(page) {
    this.page = page;
    this.mineOnly = byId("mine-only");
    this.mineOnly.addEventListener("change", page.redraw);
    this.curve = new CurveView(byId("curve"), byId("chances"), (ply) => page.go(findPlace(page.stops, String(ply))));
    this.asking = new ReviewRequest(page.path, (review, isAsked) => this.open(review, isAsked));
    this.does = { nextFault: () => this.goToFault(1), faultBefore: () => this.goToFault(-1) };
    byId("next-fault").addEventListener("click", this.does.nextFault);
    byId("fault-before").addEventListener("click", this.does.faultBefore);
  }

  /** @param {boolean} isWanted  at once */
  begin(isWanted) {
    this.asking.start(isWanted);
  }

  /** Shows a review. A reader who asked for it, and is still at the beginning, goes to the costliest mistake. */
  async open(review, isAsked) {
    const { stops, seat } = this.page;
    // The coach comes first on the page, so that nothing moves once the review is shown.
    if (seat !== null && this.page.game) this.drawCoach(await loadRemarks(this.page.game));
    const placeAfter = (ply) => stops.findIndex((stop) => stop.ply === ply + 1);
    this.review = review;
    this.decisions = new Map(review.decisions.map((decision) => [placeAfter(decision.ply), decision]));
    this.faults = new Map(
      mistakesOf(review.decisions).map(({ ply, grade }) => [placeAfter(ply), { grade, ...GRADES[grade] }]),
    );
    this.mine = mistakesOf(review.decisions).filter(
      ({ seat }) => seat === this.page.seat,
    ).map(({ ply }) => placeAfter(ply));
    this.mineOnly.hidden = this.mine.length === 0;
    this.drawWorst(placeAfter);
    byId("judged").hidden = false;
    this.page.ready();
    const [costliest] = worstOf(review.decisions, this.page.seat);
    if (isAsked && costliest && this.at === 0) this.page.go(placeAfter(costliest.ply));
  }

  /** The coach's sentences, with the list of mistakes folded away below them. @param {object[]} remarks */
  drawCoach(remarks) {
    byId("coach").hidden = !remarks.length;
    byId("worst").open = !remarks.length;
    const go = (ply) => this.page.go(findPlace(this.page.stops, String(ply)));
    byId("coach-list").replaceChildren(...remarkItems(remarks, "", go));
  }

  /** The reader's own costliest mistakes, each with a link; none for a watcher. */
  drawWorst(placeAfter) {
    const { seat, stops } = this.page;
    const worst = seat === null ? [] : worstOf(this.review.decisions, seat);
    byId("worst").hidden = seat === null;
    byId("no-mistakes").hidden = worst.length > 0;
    byId("train-these")?.toggleAttribute("hidden", !worst.some(isTrained));
    byId("worst-list").replaceChildren(...worst.map((decision) => {
      const place = placeAfter(decision.ply);
      const go = (event) => {
        event.preventDefault();
        this.page.go(place);
      };
      return html(
        "li",
        { "data-grade": decision.grade },
        html("a", { href: `#${stops[place].key}`, onclick: go }, describeMistake(decision)),
        html("p", {}, explainDecision(decision, stops[place])),
      );
    }));
  }

  /** The places for the button to the next mistake: the reader's mistakes, or all for a watcher. */
  get wayPlaces() {
    const isMineOnly = !this.mineOnly.hidden && this.mineOnly.querySelector("input").checked;
    return isMineOnly ? this.mine : [...(this.faults?.keys() ?? [])];
  }

  /** The place of the nearest mistake in that direction, or null. */
  findFault(at, way) {
    const places = this.wayPlaces.filter((place) => (place - at) * way > 0);
    if (places.length === 0) return null;
    return way > 0 ? Math.min(...places) : Math.max(...places);
  }

  goToFault(way) {
    const place = this.findFault(this.at, way);
    if (place !== null) this.page.go(place);
  }

  /** @param {number} at  the index of the stop @param {number} seat  the reader's point of view */
  draw(at, seat, who) {
    this.at = at;
    if (!this.review) return;
    const { review } = this;
    const stop = this.page.stops[at];
    this.curve.show({ review, seat, who });
    this.curve.draw(stop.ply);
    this.drawVerdict(stop, this.decisions.get(at), who);
    for (const [id, way] of [["fault-before", -1], ["next-fault", 1]]) {
      setAttr(byId(id), "aria-disabled", this.findFault(at, way) === null ? "true" : null);
    }
    if (this.drawnFor !== seat) drawSummary(review, seat, who);
    this.drawnFor = seat;
  }

  drawVerdict(stop, decision, who) {
    const owner = stop.scene.dealer;
    setAttr(byId("verdict"), "data-grade", decision?.grade);
    setText(byId("verdict-head"), decision ? describeGrade(decision, who) : gettext("No decision"));
    setText(
      byId("verdict-says"),
      decision ? describeDecision(decision, explainDecision(decision, stop), who) : describeNoDecision(stop, who),
    );
    byId("verdict-lines").replaceChildren(...(decision ? [linesTable(lineRows(decision, owner))] : []));
    byId("verdict-figures").hidden = !decision;
  }
}

function linesTable({ heads, rows }) {
  const [first, ...rest] = heads;
  return html(
    "table",
    {},
    html(
      "thead",
      {},
      html("tr", {}, html("th", { scope: "col" }, first), ...rest.map((head) => html("th", { scope: "col" }, head))),
    ),
    html("tbody", {}, ...rows.map(({ name, figures, isMade }) =>
      html(
        "tr",
        isMade ? { class: "made" } : {},
        html(
          "th",
          { scope: "row" },
          name,
          isMade ? html("span", { class: "unseen" }, ` ${gettext("(played)")}`) : null,
        ),
        ...figures.map((figure) => html("td", {}, figure)),
      ),
    )),
  );
}
