/** What a review comes to: the ledger of luck and skill as bars that add up, and how well both decided. */

import { name } from "../game/event-texts.js";
import { html, part, svg, write } from "../ui/dom.js";
import { ofHundred } from "../ui/number-format.js";
import { gettext } from "../ui/translate.js";
import { GRADES, share } from "./decision-texts.js";
import { figure, inWords, reach, signed, waterfall } from "./ledger.js";

const WIDE = 1_000;
const HIGH = 24;

/** @param {object} review @param {number} seat  whose side one looks from */
export function drawSummary(review, seat, who) {
  part("summary").hidden = false;
  const ledger = review.ledgers[seat];
  write(part("ledger-says"), inWords(ledger, seat, who, review.ended));
  part("ledger").replaceChildren(ledgerTable(waterfall(ledger, seat, who, review.ended)));
  part("grades").replaceChildren(gradesTable(review, [seat, 1 - seat], who));
}

function ledgerTable(bars) {
  const ends = reach(bars);
  return html(
    "table",
    { class: "waterfall" },
    html("thead", { class: "unseen" }, html("tr", {}, ...[gettext("What"), gettext("From where to where"), gettext("Percent")].map((head) => html("th", { scope: "col" }, head)))),
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
    html("td", { class: "by" }, stands ? figure(by) : signed(by)),
  );
}

/** A bar from one height to another, and a hair where nothing and where certainty lie. */
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
  const line = (label, told) => html("tr", {}, html("th", { scope: "row" }, label), ...seats.map((seat) => html("td", {}, told(players[seat]))));
  return html(
    "table",
    { class: "grades" },
    html("thead", {}, html("tr", {}, html("td"), ...seats.map((seat) => html("th", { scope: "col" }, name(seat, who))))),
    html(
      "tbody",
      {},
      line(gettext("Accuracy"), ({ accuracy }) => ofHundred(accuracy / 10)),
      line(gettext("Decisions"), ({ decisions }) => String(decisions)),
      line(gettext("Given away"), ({ lost }) => share(lost)),
      ...Object.entries(GRADES).map(([grade, { name: called }]) => line(called, ({ grades }) => String(grades[grade] ?? 0))),
    ),
  );
}
