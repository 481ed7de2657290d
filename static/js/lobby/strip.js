/** The strip of the front page: how many are here, what was played today, who leads the ladder. */

import { byId, html } from "../ui/dom.js";
import { gettext, interpolateNodes } from "../ui/translate.js";
import { describeGamesToday, describePeople, describeToWatch } from "./model.js";

const strong = (n) => html("strong", {}, String(n));

/** @param {import("./model.js").Lobby} lobby @param {number} toWatch how many games others play */
export function drawStrip({ count, figures }, toWatch) {
  byId("people").replaceChildren(...interpolateNodes(describePeople(count), { n: strong(count) }));
  byId("games-today").replaceChildren(...interpolateNodes(describeGamesToday(figures), { n: strong(figures.games_today) }));
  const words = describeToWatch(toWatch);
  byId("to-watch").replaceChildren(toWatch ? html("a", { href: "#games-head" }, words) : words);
  if (figures.top.length) byId("top").replaceChildren(...figures.top.map(leader));
}

const leader = ({ name, points, sample }) =>
  html("span", {}, `${name} `, strong(points), ...(sample ? [" ", html("span", { class: "tag" }, gettext("sample"))] : []));
