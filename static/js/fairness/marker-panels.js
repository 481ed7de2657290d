/** The marker cards: a picture for each that is chosen, all over the same window of decks. */

import { html, keyed, part, write } from "../ui/dom.js";
import { gettext } from "../ui/translate.js";
import { heed } from "./gestures.js";
import { CARDS } from "./laws.js";
import { Panel } from "./marker-panel.js";
import { figure } from "./plot-frame.js";
import { cardSign, markerName, markerText, readMarker, toggled } from "./query.js";
import { all, holding, moved, within, zoomed } from "./span.js";

const STEP = 2;

export class Markers {
  /** @param {(change: Partial<import("./query.js").Asked>) => void} ask  for what shall be seen from now on */
  constructor(ask) {
    this.ask = ask;
    this.panels = new Map();
    this.pointed = null;
    this.isPinned = false;
    this.offerChoice();
    for (const button of document.querySelectorAll("[data-span]")) {
      button.addEventListener("click", () => this.move(button.dataset.span));
    }
  }

  /** @param {import("./query.js").Asked} asked @param {import("./source.js").Source} source */
  show(asked, source) {
    if (source !== this.source) Object.assign(this, { pointed: null, isPinned: false });
    Object.assign(this, { asked, source, many: source.decks.many });
    this.span = within(asked.from - 1, asked.to || this.many, this.many);
    this.drawChosen();
    const kept = new Set(asked.show.map(markerText));
    for (const key of this.panels.keys()) if (!kept.has(key)) this.panels.delete(key);
    keyed(part("panels"), asked.show, markerText, (marker) => this.panelOf(marker).node);
    const { from, to } = this.span;
    write(part("span"), gettext("Decks {from} to {to} of {all}, the last the newest.", { from: figure(from + 1), to: figure(to), all: figure(this.many) }));
    this.showPanels();
  }

  showPanels() {
    for (const panel of this.panels.values()) panel.show({ decks: this.source.decks, span: this.span, pointed: this.pointed });
    this.tell();
  }

  panelOf(marker) {
    const panel = new Panel(marker);
    this.panels.set(markerText(marker), panel);
    heed(panel.plot, {
      point: (x, y, isTap) => this.point(panel.deckAt(x, y), isTap),
      drag: (share) => this.look(moved(this.span, -share * (this.span.to - this.span.from), this.many)),
      zoom: (factor, x) => this.look(zoomed(this.span, factor, x === null ? this.middle() : panel.at.xAt(x) - 1, this.many)),
      walk: (by, isWide) => this.walk(by * (isWide ? Math.ceil((this.span.to - this.span.from) / 10) : 1)),
      go: (where) => this.go(where),
    });
    return panel;
  }

  /** Point at a deck; a tap holds it, so that its link can be reached, and the next one lets it go. */
  point(deck, isTap) {
    if (this.isPinned && !isTap) return;
    this.isPinned = isTap && !(this.isPinned && deck === this.pointed);
    this.pointed = deck;
    this.showPanels();
  }

  walk(by) {
    const from = this.pointed ?? (by > 0 ? this.span.from - 1 : this.span.to);
    this.pointed = Math.min(this.many - 1, Math.max(0, from + by));
    this.isPinned = true;
    this.look(holding(this.span, this.pointed, this.many));
    this.showPanels();
  }

  go(where) {
    if (where === "all") return this.look(all(this.many));
    this.pointed = { first: 0, last: this.many - 1, none: null }[where];
    this.isPinned = this.pointed !== null;
    if (this.pointed !== null) this.look(holding(this.span, this.pointed, this.many));
    this.showPanels();
  }

  /** @param {"in" | "out" | "back" | "on" | "all"} how */
  move(how) {
    const half = (this.span.to - this.span.from) / 2;
    this.look(
      {
        in: () => zoomed(this.span, STEP, this.pointed ?? this.middle(), this.many),
        out: () => zoomed(this.span, 1 / STEP, this.middle(), this.many),
        back: () => moved(this.span, -half, this.many),
        on: () => moved(this.span, half, this.many),
        all: () => all(this.many),
      }[how](),
    );
  }

  middle() {
    return (this.span.from + this.span.to) / 2;
  }

  look({ from, to }) {
    if (from === this.span.from && to === this.span.to) return;
    this.span = { from, to };
    this.ask({ from: from + 1, to: to === this.many ? 0 : to });
  }

  /** The deck that is pointed at, in words, with the way to its game. */
  tell() {
    if (this.pointed === null) return;
    const deck = this.pointed;
    const words = [...this.panels.values()].map((panel) => panel.told(deck)).filter(Boolean).join(", ");
    const deal = this.source.dealOf(deck);
    const link = deal ? html("a", { href: `/game/${deal.game}/deals` }, dealSays(deal)) : gettext("simulated, nobody was dealt it");
    part("pointed").replaceChildren(html("strong", {}, gettext("Deck {n}", { n: figure(deck + 1) })), ": ", words, " · ", link);
  }

  offerChoice() {
    const choose = part("choose");
    const options = (label, kind, text) =>
      html("optgroup", { label }, ...Array.from({ length: CARDS }, (_, of) => html("option", { value: markerText({ kind, of }) }, text(of))));
    choose.append(options(gettext("Cards"), "card", cardSign), options(gettext("Places"), "place", (of) => PLACES[of] ?? markerName({ kind: "place", of })));
    choose.addEventListener("change", () => {
      const marker = readMarker(choose.value);
      choose.value = "";
      if (marker) this.ask({ show: toggled(this.asked.show, marker) });
    });
  }

  drawChosen() {
    keyed(part("chosen"), this.asked.show, markerText, (marker) =>
      html("li", {}, html("button", {
        type: "button", class: "button quiet small", "aria-label": takeAway(marker),
        onclick: () => this.ask({ show: toggled(this.asked.show, marker) }),
      }, `${marker.kind === "card" ? cardSign(marker.of) : markerName(marker)} ×`)),
    );
  }
}

const PLACES = { 0: gettext("place 0, the top"), 12: gettext("place 12, the starter"), 51: gettext("place 51, the bottom") };

const takeAway = ({ kind, of }) =>
  kind === "card" ? gettext("Take the {card} away", { card: markerName({ kind, of }) }) : gettext("Take place {place} away", { place: of });

const dealSays = (deal) =>
  deal.number ? gettext("deal {number} of game {game}", deal) : gettext("cut for deal of game {game}", deal);
