/** The strip of the front page: how many are here, what was played today, who leads the ladder. */

import { byId, html } from "../../ui/dom.js";
import { gettext, interpolateNodes } from "../../ui/translate.js";
import { countPeople, describeGamesToday, describePeople, describeToWatch, seeksIMayMeet } from "./model.js";

const strong = (n) => html("strong", {}, String(n));

/** @param {import("./model.js").Lobby} lobby @param {number} toWatch how many games others play */
export function drawStrip(lobby, toWatch) {
  const { figures } = lobby;
  const people = countPeople(lobby.count, seeksIMayMeet(lobby).length);
  byId("people").replaceChildren(...interpolateNodes(describePeople(people), { n: strong(people) }));
  byId("games-today").replaceChildren(
    ...interpolateNodes(describeGamesToday(figures), { n: strong(figures.games_today) }),
  );
  const words = describeToWatch(toWatch);
  byId("to-watch").replaceChildren(toWatch ? html("a", { href: "#games-head" }, words) : words);
  if (figures.top.length) byId("top").replaceChildren(...figures.top.map(leader));
}

const leader = ({ name, points, sample }) =>
  html(
    "span",
    {},
    `${name} `,
    strong(points),
    ...(sample ? [" ", html("span", { class: "tag" }, gettext("sample"))] : []),
  );
