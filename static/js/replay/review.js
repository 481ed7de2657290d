/** A game's review on its replay: the curve, the verdict on the present move, the way to the next mistake. */

import { html, part, set, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { CurveView } from "./curve-view.js";
import { faultsOf, GRADES, headline, linesOf, says, unjudged } from "./decision-texts.js";
import { Asking } from "./review-request.js";
import { placeOf } from "./stops.js";
import { drawSummary } from "./summary.js";

export class Review {
  /** @param {{game: string, stops: import("./stops.js").Stop[], go: (at: number) => void, ready: () => void}} page */
  constructor(page) {
    this.page = page;
    this.curve = new CurveView(part("curve"), part("chances"), (ply) => page.go(placeOf(page.stops, String(ply))));
    this.asking = new Asking(page.game, (review) => this.open(review));
    this.does = { nextFault: () => this.toFault(1), faultBefore: () => this.toFault(-1) };
    part("next-fault").addEventListener("click", this.does.nextFault);
    part("fault-before").addEventListener("click", this.does.faultBefore);
  }

  /** @param {boolean} isWanted  at once */
  begin(isWanted) {
    this.asking.begin(isWanted);
  }

  open(review) {
    const { stops } = this.page;
    const placeAfter = (ply) => stops.findIndex((stop) => stop.ply === ply + 1);
    this.review = review;
    this.decisions = new Map(review.decisions.map((decision) => [placeAfter(decision.ply), decision]));
    this.faults = new Map(faultsOf(review.decisions).map(({ ply, grade }) => [placeAfter(ply), { grade, ...GRADES[grade] }]));
    part("judged").hidden = false;
    this.page.ready();
  }

  /** The place of the nearest fault that way, or null. */
  fault(at, way) {
    const places = [...(this.faults?.keys() ?? [])].filter((place) => (place - at) * way > 0);
    if (places.length === 0) return null;
    return way > 0 ? Math.min(...places) : Math.max(...places);
  }

  toFault(way) {
    const place = this.fault(this.at, way);
    if (place !== null) this.page.go(place);
  }

  /** @param {number} at  the place among the stops @param {number} seat  whose side one looks from */
  draw(at, seat, who) {
    this.at = at;
    if (!this.review) return;
    const { review } = this;
    const stop = this.page.stops[at];
    this.curve.show({ review, seat, who });
    this.curve.draw(stop.ply);
    this.drawVerdict(stop, this.decisions.get(at), who);
    for (const [id, way] of [["fault-before", -1], ["next-fault", 1]]) set(part(id), "aria-disabled", this.fault(at, way) === null ? "true" : null);
    if (this.drawnFor !== seat) drawSummary(review, seat, who);
    this.drawnFor = seat;
  }

  drawVerdict(stop, decision, who) {
    const owner = stop.scene.dealer;
    set(part("verdict"), "data-grade", decision?.grade);
    write(part("verdict-head"), decision ? headline(decision, who) : gettext("No decision"));
    write(part("verdict-says"), decision ? says(decision, owner, who) : unjudged(stop, who));
    part("verdict-lines").replaceChildren(...(decision ? [linesTable(linesOf(decision, owner))] : []));
  }
}

function linesTable({ heads, rows }) {
  const [first, ...rest] = heads;
  return html(
    "table",
    {},
    html("thead", {}, html("tr", {}, html("th", { scope: "col" }, first), ...rest.map((head) => html("th", { scope: "col" }, head)))),
    html("tbody", {}, ...rows.map(({ name, figures, isMade }) =>
      html(
        "tr",
        isMade ? { class: "made" } : {},
        html("th", { scope: "row" }, name, isMade ? html("span", { class: "unseen" }, ` ${gettext("(this is what was done)")}`) : null),
        ...figures.map((figure) => html("td", {}, figure)),
      ),
    )),
  );
}
