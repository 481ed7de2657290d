/** The end of a game: who won, all cards of the last deal, and what to play next. */

import { post } from "../site/api.js";
import { face } from "./cards.js";
import { html, keyed, part, set, write } from "./dom.js";
import { sorted } from "./held.js";
import { capital, outcome, whose } from "./say.js";

export const VALUES = { 2: "The game counts two.", 4: "The game counts four." };

/**
 * What stands of a rematch: what is said, the button's label (null: none), and the game to follow.
 * @param {{by: number[], game: string|null}|null} rematch @param {{you: number|null, names: string[]}} who
 */
export function rematchStands(rematch, { you, names }) {
  const by = rematch?.by ?? [];
  const game = rematch?.game ?? null;
  if (you === null) return { says: game ? "They play again." : "", label: null, link: game && "Watch the rematch", game };
  if (game) return { says: "The rematch is on.", label: null, link: "To the rematch", game };
  if (by.includes(you)) return { says: `Waiting for ${names[1 - you]} to accept…`, label: null, link: null, game };
  if (by.includes(1 - you)) return { says: `${names[1 - you]} wants a rematch.`, label: "Accept rematch", link: null, game };
  return { says: "", label: "Rematch", link: null, game };
}

/** All cards of the last deal, by seat: as held, those thrown to the crib apart. */
export const openHands = ({ dealt, throws }) =>
  dealt.map((six, seat) => ({ kept: sorted(six.filter((card) => !throws[seat].includes(card))), thrown: sorted(throws[seat]) }));

/** "121 – 97": my score first; to a watcher with the names. */
export function standing({ scores, you, watching }, { names }) {
  if (!watching) return `${scores[you]} – ${scores[1 - you]}`;
  return `${names[you]} ${scores[you]} – ${scores[1 - you]} ${names[1 - you]}`;
}

export class Result {
  /** @param {{game: string, go: (path: string) => void, settings: () => object}} table */
  constructor(table) {
    Object.assign(this, table, { node: part("result"), rematch: null, asked: false, complaint: "" });
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
    write(part("result-value"), VALUES[scene.value] ?? "");
    this.drawOpen(scene, who);
    this.drawRematch();
    if (appears) part("result-title").focus();
  }

  drawOpen({ open, starter, you }, who) {
    part("result-open").hidden = !open;
    if (!open) return;
    const hands = openHands(open);
    const rows = [1 - you, you].map((seat) => ({ name: capital(`${whose(seat, who)} cards`), ...hands[seat] }));
    if (starter) rows.splice(1, 0, { name: "starter", kept: [starter], thrown: [] });
    const cards = (names, kind, title) =>
      names.length ? html("span", { class: `open-cards ${kind}`, title }, ...names.map((card) => html("span", { class: "small-card" }, face(card)))) : null;
    keyed(part("result-hands"), rows, ({ name }) => name, ({ name, kept, thrown }) =>
      html(
        "li",
        { class: "open-hand" },
        html("span", { class: "open-name" }, name),
        html("span", { class: "open-row" }, cards(kept, "kept", null), cards(thrown, "thrown", "thrown to the crib")),
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
    write(part("again"), against ? "Play again" : "New opponent");
    part("again").classList.toggle("quiet", !against);
  }
}
