/** Shows the summary of a review: the ledger of luck and skill, and the quality of both players' decisions. */

import { playerName } from "../../game/scene/event-texts.js";
import { byId, html, setText, svg } from "../../ui/dom.js";
import { formatPercent } from "../../ui/words/number-format.js";
import { gettext } from "../../ui/translate.js";
import { formatLost, GRADES } from "./decision-texts.js";
import { barRange, describeLedger, exceedsGame, formatSignedTenths, formatTenths, waterfall } from "./ledger.js";

const WIDE = 1_000;
const HIGH = 24;

/** @param {object} review @param {number} seat  the reader's point of view */
export function drawSummary(review, seat, who) {
  byId("summary").hidden = false;
  const ledger = review.ledgers[seat];
  setText(byId("ledger-says"), describeLedger(ledger, seat, who, review.ended));
  const bars = waterfall(ledger, seat, who, review.ended);
  byId("ledger").replaceChildren(ledgerTable(bars));
  byId("ledger-over").hidden = !exceedsGame(bars);
  byId("grades").replaceChildren(gradesTable(review, [seat, 1 - seat], who));
}

function ledgerTable(bars) {
  const ends = barRange(bars);
  return html(
    "table",
    { class: "waterfall" },
    html(
      "thead",
      { class: "unseen" },
      html(
        "tr",
        {},
        ...[
          gettext("Cause"),
          gettext("From and to"),
          gettext("Percent"),
        ].map((head) => html("th", { scope: "col" }, head)),
      ),
    ),
    html("tbody", {}, ...bars.map((bar) => row(bar, ends))),
  );
}

function row({ kind, label, by, from, to }, ends) {
  const stands = kind === "start" || kind === "result";
  return html(
    "tr",
    { "data-kind": kind, "data-way": by < 0 ? "down" : "up" },
    html("th", { scope: "row" }, label),
    html("td", { class: "bar" }, drawnBar(from, to, ends)),
    html("td", { class: "by" }, stands ? formatTenths(by) : formatSignedTenths(by)),
  );
}

/** A bar from one value to another, and thin lines at 0 and 100%. */
function drawnBar(from, to, { low, high }) {
  const x = (tenths) => ((tenths - low) / (high - low)) * WIDE;
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
    ...[0, 500, 1_000].map((at) => svg("line", { class: "hair", x1: x(at), x2: x(at), y1: 0, y2: HIGH })),
    svg("rect", { class: "share", x: x(left), y: 5, width: Math.max(x(right) - x(left), 3), height: HIGH - 10 }),
  );
}

function gradesTable({ players }, seats, who) {
  const line = (label, told) =>
    html("tr", {}, html("th", { scope: "row" }, label), ...seats.map((seat) => html("td", {}, told(players[seat]))));
  return html(
    "table",
    { class: "grades" },
    html(
      "thead",
      {},
      html("tr", {}, html("td"), ...seats.map((seat) => html("th", { scope: "col" }, playerName(seat, who)))),
    ),
    html(
      "tbody",
      {},
      line(gettext("Accuracy"), ({ accuracy }) => formatPercent(accuracy / 10)),
      line(gettext("Decisions"), ({ decisions }) => String(decisions)),
      line(gettext("Lost"), ({ lost }) => formatLost(lost)),
      ...Object.entries(GRADES).map(
        ([grade, { name: called }]) => line(called, ({ grades }) => String(grades[grade] ?? 0)),
      ),
    ),
  );
}
