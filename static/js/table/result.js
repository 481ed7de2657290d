/** The end of a game: who won and what it meant, what to play next, and all cards of the last deal. */

import { describeOutcome, finalScore, youOrName } from "../game/event-texts.js";
import { get, post } from "../ui/api.js";
import { cardFace } from "../ui/card-svg.js";
import { sortCards } from "../ui/card-values.js";
import { byId, html, setAttr, setText, syncChildren } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { buildFacts, describeMargin, pointSources } from "./game-facts.js";

/**
 * What stands of a rematch: what is said, the button's label (null: none), and the game to follow.
 * @param {{by: number[], game: string|null}|null} rematch @param {{you: number|null, names: string[]}} who
 */
export function rematchState(rematch, { you, names }) {
  const asked = rematch?.by ?? [];
  const game = rematch?.game ?? null;
  if (you === null) return { says: game ? gettext("They play again.") : "", label: null, link: game && gettext("Watch the rematch"), game };
  const name = names[1 - you];
  if (game) return { says: gettext("The rematch is on."), label: null, link: gettext("To the rematch"), game };
  if (asked.includes(you)) return { says: gettext("Waiting for {name} to accept…", { name }), label: null, link: null, game };
  if (asked.includes(1 - you)) return { says: gettext("{name} wants a rematch.", { name }), label: gettext("Accept rematch"), link: null, game };
  return { says: "", label: gettext("Rematch"), link: null, game };
}

/** All cards of the last deal, by seat: as held, those thrown to the crib apart. */
export const openHands = ({ dealt, throws }) =>
  dealt.map((six, seat) => ({ kept: sortCards(six.filter((card) => !throws[seat].includes(card))), thrown: sortCards(throws[seat]) }));

export class Result {
  /** @param {{game: string, go: (path: string) => void, settings: () => object}} table */
  constructor(table) {
    Object.assign(this, table, { node: byId("result"), rematch: null, meaning: null, asked: false, complaint: "" });
    byId("rematch").addEventListener("click", () => this.requestRematch());
    byId("again").addEventListener("click", () => this.playAgain());
  }

  /** @param {boolean} now whether it was told just now: then who asked for it goes there */
  handleRematch(rematch, { you, now }) {
    this.rematch = rematch;
    this.follows = Boolean(rematch?.game) && you !== null && (now || this.asked);
    if (this.follows) this.go(`/table/${rematch.game}`);
  }

  async requestRematch() {
    this.asked = true;
    byId("rematch").disabled = true;
    const { ok, body } = await post(`/api/games/${this.game}/rematch`);
    byId("rematch").disabled = false;
    this.complaint = ok ? "" : body.says;
    if (ok && !body.waiting) this.go(`/table/${body.game}`);
    else if (ok && !this.rematch?.by?.length) this.rematch = { by: [this.who.you], game: null };
    this.drawRematch();
  }

  /** Against a bot the same again; else the same settings with whoever comes. */
  async playAgain() {
    byId("again").disabled = true;
    const { ok, body } = await post("/api/games", this.settings());
    byId("again").disabled = false;
    this.complaint = ok ? "" : body.says;
    if (ok) this.go(`/table/${body.game}`);
    else this.drawRematch();
  }

  draw(scene, who) {
    const done = scene.phase === "over" && !scene.showing;
    const appears = done && this.node.hidden;
    this.node.hidden = !done;
    if (!done) return;
    this.who = who;
    setText(byId("result-title"), describeOutcome(scene, who));
    byId("result-score").hidden = scene.winner === null;
    setText(byId("result-score"), finalScore(scene, who));
    setText(byId("result-value"), describeMargin(scene, who));
    byId("result-review").hidden = scene.winner === null;
    byId("result-keep")?.toggleAttribute("hidden", who.you === null); // not there for who has an account
    this.drawLastDeal(scene, who);
    this.drawRematch();
    if (appears) byId("result-title").focus();
    if (appears && scene.winner !== null) this.loadFacts();
  }

  /** What it meant comes after who won, into a place that is kept for it. */
  async loadFacts() {
    byId("result-facts").hidden = byId("result-sources").hidden = false;
    const { ok, body } = await get(`/api/games/${this.game}/meaning`);
    const isKnown = ok && body.by_seat.length === 2;
    byId("result-facts").hidden = byId("result-sources").hidden = !isKnown;
    if (!isKnown) return;
    byId("result-facts").replaceChildren(...buildFacts(body, this.who).map(factShown));
    byId("result-sources").replaceChildren(...sourcesShown(pointSources(body, this.who)));
  }

  drawLastDeal({ open, starter, you }, who) {
    byId("result-open").hidden = !open;
    if (!open) return;
    const hands = openHands(open);
    const rows = [1 - you, you].map((seat) => ({ name: youOrName(seat, who, () => gettext("Your cards"), (name) => gettext("{name}’s cards", { name })), ...hands[seat] }));
    if (starter) rows.splice(1, 0, { name: gettext("starter"), kept: [starter], thrown: [] });
    const cards = (names, kind, title) =>
      names.length ? html("span", { class: `open-cards ${kind}`, title }, ...names.map((card) => html("span", { class: "small-card" }, cardFace(card)))) : null;
    syncChildren(byId("result-hands"), rows, ({ name }) => name, ({ name, kept, thrown }) =>
      html(
        "li",
        { class: "open-hand" },
        html("span", { class: "open-name" }, name),
        html("span", { class: "open-row" }, cards(kept, "kept", null), cards(thrown, "thrown", gettext("thrown to the crib"))),
      ),
    );
  }

  drawRematch() {
    const { says, label, link, game } = rematchState(this.rematch, this.who);
    const against = this.who.bots.some(Boolean);
    const watching = this.who.you === null;
    byId("rematch").hidden = against || watching || label === null;
    if (label) setText(byId("rematch"), label);
    setText(byId("result-asks"), this.complaint || says);
    byId("result-asks").classList.toggle("complaint", Boolean(this.complaint));
    byId("rematch-link").hidden = !link;
    if (link) {
      setText(byId("rematch-link"), link);
      setAttr(byId("rematch-link"), "href", `/table/${game}`);
    }
    byId("again").hidden = watching;
    setText(byId("again"), against ? gettext("Play again") : gettext("New opponent"));
    byId("again").classList.toggle("quiet", !against);
  }
}

const factShown = ({ label, figure, more }) =>
  html("div", {}, html("dt", {}, label), html("dd", {}, html("span", { class: "figure" }, figure), more ? html("small", {}, ` ${more}`) : null));

function sourcesShown({ heads, rows }) {
  const head = html("tr", {}, html("td", {}), ...heads.map((text) => html("th", { scope: "col" }, text)));
  const body = rows.map(({ name, figures }) => html("tr", {}, html("th", { scope: "row" }, name), ...figures.map((text) => html("td", {}, text))));
  return [html("caption", {}, gettext("Where the points came from")), html("thead", {}, head), html("tbody", {}, ...body)];
}
