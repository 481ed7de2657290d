/** The lists of an event's page: its standings, the running tables, and my own games. */

import { byId, html, setAttr, setText, syncChildren } from "../../ui/dom.js";
import { syncRows } from "../../ui/lists/moving-rows.js";
import { signed as signedFraction } from "../../ui/words/number-format.js";
import { shownName } from "../../ui/words/shown-name.js";
import { gettext, ngettext } from "../../ui/translate.js";
import { describeEnding, describeState } from "./model.js";

/** Endings with a score. */
const SCORED = new Set(["played", "given_up"]);

const tableUrl = (game) => `/table/${encodeURIComponent(game)}`;
const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

/** An empty row from the server's template. */
const blank = (id) => byId(id).content.firstElementChild.cloneNode(true);
const part = (row, name) => row.querySelector(`[data-part=${name}]`);

/** @param {object[]} standings @param {string} me */
export function drawStandings(standings, me) {
  syncRows(byId("standings"), standings.map((one) => standingRow(one, me)));
  byId("nobody").hidden = standings.length > 0;
}

function standingRow(one, me) {
  const row = blank("standing-row");
  row.dataset.key = one.name;
  row.dataset.place = one.games ? one.place ?? "" : "";
  row.dataset.state = one.state;
  if (one.name === me) row.className = "mine";
  setText(part(row, "place"), one.games && one.place !== null ? String(one.place) : "–");
  setText(part(row, "player"), shownName(one));
  setAttr(part(row, "player"), "href", `/@${encodeURIComponent(one.name)}`);
  setText(part(row, "side"), one.side);
  setText(part(row, "state"), describeState(one.state));
  part(row, "bot").hidden = !one.bot;
  setText(part(row, "points"), one.x === undefined ? String(one.points) : signedFraction(one.x));
  setText(part(row, "wins"), `${one.wins}–${one.games - one.wins}`);
  setText(part(row, "spread"), signed(one.spread));
  return row;
}

/** The first three, without the house's own players. @param {object[]} standings */
export function drawPodium(standings) {
  const best = standings.filter(({ place, games, bot }) => place !== null && games > 0 && !bot).slice(0, 3);
  byId("podium").replaceChildren(...best.map(podiumRow));
}

const podiumRow = (one) =>
  html(
    "li",
    {},
    html("span", { class: "rank" }, `${one.place}.`),
    " ",
    html("strong", {}, shownName(one)),
    " ",
    one.x === undefined ? ngettext("{n} point", "{n} points", one.points) : signedFraction(one.x),
  );

/** The teams of a duel over the same decks, in the form for a podium. @param {object[]} sides */
export const podiumOfTeams = (sides) => sides.map(({ club, ...one }) => ({ ...one, name: club.name, bot: false }));

/** The two sides of a duel. @param {object[]} sides */
export function drawSides(sides) {
  if (sides.length > 0) syncRows(byId("sides"), sides.map(sideRow));
}

function sideRow({ club, place, players, games, wins, level, points, spread }) {
  const row = blank("side-row");
  row.dataset.key = club.name;
  row.dataset.place = games ? place : "";
  setText(part(row, "place"), games ? String(place) : "–");
  setText(part(row, "club"), club.name);
  if (club.slug) setAttr(part(row, "club"), "href", `/club/${encodeURIComponent(club.slug)}`);
  setText(part(row, "players"), ngettext("{n} player", "{n} players", players));
  setText(part(row, "points"), String(points));
  setText(
    part(row, "wins"),
    level === undefined ? `${wins}–${games - wins}` : `${wins}–${level}–${games - wins - level}`,
  );
  setText(part(row, "spread"), signed(spread));
  return row;
}

/** @param {object[]} tables @param {boolean} mayWatch  whether no other table plays the same cards */
export function drawTables(tables, mayWatch) {
  byId("tables-panel").hidden = tables.length === 0;
  syncChildren(byId("tables"), tables, ({ game }) => game, (table) => tableRow(table, mayWatch));
}

const tableRow = ({ game, players }, mayWatch) =>
  html("li", {},
    html(
      "p",
      { class: "words" },
      html("span", { class: "name" }, players[0]),
      " – ",
      html("span", { class: "name" }, players[1]),
    ),
    ...(mayWatch
      ? [
        html(
          "a",
          { class: "button small quiet", href: tableUrl(game) },
          gettext("Watch"),
          html("span", { class: "unseen" }, ` ${players[0]} – ${players[1]}`),
        ),
      ]
      : []));

/**
 * The rounds of a bracket or of a round robin.
 * @param {{name: string, matches: {names: string[], score: string}[]}[]} plan
 */
export function drawPlan(plan) {
  byId("plan-panel").hidden = plan.length === 0;
  byId("plan").replaceChildren(...plan.map(roundRow));
}

const roundRow = ({ name, matches }) => html("li", {}, html("h3", {}, name), html("ul", {}, ...matches.map(matchRow)));
const matchRow = ({ names, score }) => html(
  "li",
  {},
  html("span", {}, names[0]),
  html("span", { class: "score" }, score || "–"),
  html("span", {}, names[1]),
);

/** @param {object[]} card  my games, the first one first */
export function drawCard(card) {
  byId("card-panel").hidden = card.length === 0;
  syncChildren(byId("card"), card, ({ game }) => game, () => blank("card-row"), fillCardRow);
}

function fillCardRow(row, one) {
  row.dataset.ending = one.ending ?? "";
  setText(part(row, "number"), String(one.number));
  setText(part(row, "opponent"), one.opponent);
  setAttr(part(row, "opponent"), "href", one.ending ? `/game/${encodeURIComponent(one.game)}` : tableUrl(one.game));
  setText(part(row, "ending"), describeEnding(one));
  setText(part(row, "score"), SCORED.has(one.ending) ? `${one.score[0]} – ${one.score[1]}` : "");
  setText(part(row, "points"), one.ending && one.ending !== "hidden" ? String(one.points) : "…");
}
