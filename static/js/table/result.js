/** The end of a game: who won and what it meant, what to play next, and all cards of the last deal. */

import { by, outcome, standing } from "../game/event-texts.js";
import { get, post } from "../ui/api.js";
import { face } from "../ui/card-svg.js";
import { sorted } from "../ui/card-values.js";
import { html, keyed, part, set, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { facts, margin, sources } from "./game-facts.js";

/**
 * What stands of a rematch: what is said, the button's label (null: none), and the game to follow.
 * @param {{by: number[], game: string|null}|null} rematch @param {{you: number|null, names: string[]}} who
 */
export function rematchStands(rematch, { you, names }) {
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
  dealt.map((six, seat) => ({ kept: sorted(six.filter((card) => !throws[seat].includes(card))), thrown: sorted(throws[seat]) }));

export class Result {
  /** @param {{game: string, go: (path: string) => void, settings: () => object}} table */
  constructor(table) {
    Object.assign(this, table, { node: part("result"), rematch: null, meaning: null, asked: false, complaint: "" });
    part("rematch").addEventListener("click", () => this.ask());
    part("again").addEventListener("click", () => this.playAgain());
  }

  /** @param {boolean} now whether it was told just now: then who asked for it goes there */
  hear(rematch, { you, now }) {
    this.rematch = rematch;
    this.follows = Boolean(rematch?.game) && you !== null && (now || this.asked);
    if (this.follows) this.go(`/table/${rematch.game}`);
  }

  async ask() {
    this.asked = true;
    part("rematch").disabled = true;
    const { ok, body } = await post(`/api/games/${this.game}/rematch`);
    part("rematch").disabled = false;
    this.complaint = ok ? "" : body.says;
    if (ok && !body.waiting) this.go(`/table/${body.game}`);
    else if (ok && !this.rematch?.by?.length) this.rematch = { by: [this.who.you], game: null };
    this.drawRematch();
  }

  /** Against a bot the same again; else the same settings with whoever comes. */
  async playAgain() {
    part("again").disabled = true;
    const { ok, body } = await post("/api/games", this.settings());
    part("again").disabled = false;
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
    write(part("result-title"), outcome(scene, who));
    part("result-score").hidden = scene.winner === null;
    write(part("result-score"), standing(scene, who));
    write(part("result-value"), margin(scene, who));
    part("result-review").hidden = scene.winner === null;
    part("result-keep")?.toggleAttribute("hidden", who.you === null); // not there for who has an account
    this.drawOpen(scene, who);
    this.drawRematch();
    if (appears) part("result-title").focus();
    if (appears && scene.winner !== null) this.ponder();
  }

  /** What it meant comes after who won, into a place that is kept for it. */
  async ponder() {
    part("result-facts").hidden = part("result-sources").hidden = false;
    const { ok, body } = await get(`/api/games/${this.game}/meaning`);
    const isKnown = ok && body.by_seat.length === 2;
    part("result-facts").hidden = part("result-sources").hidden = !isKnown;
    if (!isKnown) return;
    part("result-facts").replaceChildren(...facts(body, this.who).map(factShown));
    part("result-sources").replaceChildren(...sourcesShown(sources(body, this.who)));
  }

  drawOpen({ open, starter, you }, who) {
    part("result-open").hidden = !open;
    if (!open) return;
    const hands = openHands(open);
    const rows = [1 - you, you].map((seat) => ({ name: by(seat, who, () => gettext("Your cards"), (name) => gettext("{name}’s cards", { name })), ...hands[seat] }));
    if (starter) rows.splice(1, 0, { name: gettext("starter"), kept: [starter], thrown: [] });
    const cards = (names, kind, title) =>
      names.length ? html("span", { class: `open-cards ${kind}`, title }, ...names.map((card) => html("span", { class: "small-card" }, face(card)))) : null;
    keyed(part("result-hands"), rows, ({ name }) => name, ({ name, kept, thrown }) =>
      html(
        "li",
        { class: "open-hand" },
        html("span", { class: "open-name" }, name),
        html("span", { class: "open-row" }, cards(kept, "kept", null), cards(thrown, "thrown", gettext("thrown to the crib"))),
      ),
    );
  }

  drawRematch() {
    const { says, label, link, game } = rematchStands(this.rematch, this.who);
    const against = this.who.bots.some(Boolean);
    const watching = this.who.you === null;
    part("rematch").hidden = against || watching || label === null;
    if (label) write(part("rematch"), label);
    write(part("result-asks"), this.complaint || says);
    part("result-asks").classList.toggle("complaint", Boolean(this.complaint));
    part("rematch-link").hidden = !link;
    if (link) {
      write(part("rematch-link"), link);
      set(part("rematch-link"), "href", `/table/${game}`);
    }
    part("again").hidden = watching;
    write(part("again"), against ? gettext("Play again") : gettext("New opponent"));
    part("again").classList.toggle("quiet", !against);
  }
}

const factShown = ({ label, figure, more }) =>
  html("div", {}, html("dt", {}, label), html("dd", {}, html("span", { class: "figure" }, figure), more ? html("small", {}, ` ${more}`) : null));

function sourcesShown({ heads, rows }) {
  const head = html("tr", {}, html("td", {}), ...heads.map((text) => html("th", { scope: "col" }, text)));
  const body = rows.map(({ name, figures }) => html("tr", {}, html("th", { scope: "row" }, name), ...figures.map((text) => html("td", {}, text))));
  return [html("caption", {}, gettext("Where the points came from")), html("thead", {}, head), html("tbody", {}, ...body)];
}
