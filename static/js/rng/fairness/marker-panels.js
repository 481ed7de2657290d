/** Shows a chart for each chosen marker, all over the same window of decks. */

import { byId, html, setText, syncChildren } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { listenToGestures } from "./gestures.js";
import { CARDS } from "./laws.js";
import { MarkerPanel } from "./marker-panel.js";
import { formatFigure } from "./plot-frame.js";
import { markerName, markerText, parseMarker, signOfCard, toggleMarker } from "./query.js";
import { clampSpan, fullSpan, moveSpan, spanIncluding, zoomSpan } from "./span.js";

const STEP = 2;

export class MarkerPanels {
  /** @param {(change: Partial<import("./query.js").Query>) => void} ask  changes the view */
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

  /** @param {import("./query.js").Query} asked @param {import("./source.js").Source} source */
  show(asked, source) {
    if (source !== this.source) Object.assign(this, { pointed: null, isPinned: false });
    Object.assign(this, { asked, source, many: source.decks.many });
    this.span = clampSpan(asked.from - 1, asked.to || this.many, this.many);
    this.drawChosen();
    const kept = new Set(asked.show.map(markerText));
    for (const key of this.panels.keys()) if (!kept.has(key)) this.panels.delete(key);
    syncChildren(byId("panels"), asked.show, markerText, (marker) => this.createPanel(marker).node);
    const { from, to } = this.span;
    setText(
      byId("span"),
      gettext(
        "Decks {from} to {to} of {all}, newest last.",
        { from: formatFigure(from + 1), to: formatFigure(to), all: formatFigure(this.many) },
      ),
    );
    this.showPanels();
  }

  showPanels() {
    for (const panel of this.panels.values()) {
      panel.show({ decks: this.source.decks, span: this.span, pointed: this.pointed });
    }
    this.describePointed();
  }

  createPanel(marker) {
    const panel = new MarkerPanel(marker);
    this.panels.set(markerText(marker), panel);
    listenToGestures(panel.plot, {
      point: (x, y, isTap) => this.point(panel.deckAt(x, y), isTap),
      drag: (share) => this.setSpan(moveSpan(this.span, -share * (this.span.to - this.span.from), this.many)),
      zoom: (factor, x) =>
        this.setSpan(zoomSpan(this.span, factor, x === null ? this.middle() : panel.at.xAt(x) - 1, this.many)),
      walk: (by, isWide) => this.walk(by * (isWide ? Math.ceil((this.span.to - this.span.from) / 10) : 1)),
      go: (where) => this.jumpTo(where),
    });
    return panel;
  }

  /** Selects a deck. A tap pins it, so that its link can be reached, and the next tap releases it. */
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
    this.setSpan(spanIncluding(this.span, this.pointed, this.many));
    this.showPanels();
  }

  jumpTo(where) {
    if (where === "all") return this.setSpan(fullSpan(this.many));
    this.pointed = { first: 0, last: this.many - 1, none: null }[where];
    this.isPinned = this.pointed !== null;
    if (this.pointed !== null) this.setSpan(spanIncluding(this.span, this.pointed, this.many));
    this.showPanels();
  }

  /** @param {"in" | "out" | "back" | "on" | "all"} how */
  move(how) {
    const half = (this.span.to - this.span.from) / 2;
    this.setSpan(
      {
        in: () => zoomSpan(this.span, STEP, this.pointed ?? this.middle(), this.many),
        out: () => zoomSpan(this.span, 1 / STEP, this.middle(), this.many),
        back: () => moveSpan(this.span, -half, this.many),
        on: () => moveSpan(this.span, half, this.many),
        all: () => fullSpan(this.many),
      }[how](),
    );
  }

  middle() {
    return (this.span.from + this.span.to) / 2;
  }

  setSpan({ from, to }) {
    if (from === this.span.from && to === this.span.to) return;
    this.span = { from, to };
    this.ask({ from: from + 1, to: to === this.many ? 0 : to });
  }

  /** The selected deck in words, with the link to its game. */
  describePointed() {
    if (this.pointed === null) return;
    const deck = this.pointed;
    const words = [...this.panels.values()].map((panel) => panel.describeDeck(deck)).filter(Boolean).join(", ");
    const deal = this.source.dealOf(deck);
    const link = deal
      ? html("a", { href: `/game/${deal.game}/deals` }, dealSays(deal))
      : gettext("simulated, never dealt");
    byId("pointed").replaceChildren(
      html("strong", {}, gettext("Deck {n}", { n: formatFigure(deck + 1) })),
      ": ",
      words,
      " · ",
      link,
    );
  }

  offerChoice() {
    const choose = byId("choose");
    const options = (label, kind, text) =>
      html(
        "optgroup",
        { label },
        ...Array.from({ length: CARDS }, (_, of) => html("option", { value: markerText({ kind, of }) }, text(of))),
      );
    choose.append(
      options(gettext("Cards"), "card", signOfCard),
      options(gettext("Places"), "place", (of) => PLACES[of] ?? markerName({ kind: "place", of })),
    );
    choose.addEventListener("change", () => {
      const marker = parseMarker(choose.value);
      choose.value = "";
      if (marker) this.ask({ show: toggleMarker(this.asked.show, marker) });
    });
  }

  drawChosen() {
    syncChildren(byId("chosen"), this.asked.show, markerText, (marker) =>
      html("li", {}, html("button", {
        type: "button", class: "button quiet small", onclick: () =>
          this.ask({ show: toggleMarker(this.asked.show, marker) }),
      }, html("span", { "aria-hidden": "true" }, `${marker.kind === "card" ? signOfCard(marker.of) : markerName(marker)} ×`),
      html("span", { class: "unseen" }, takeAway(marker)))),
    );
  }
}

const PLACES = {
  0: gettext("place 0, the top"),
  12: gettext("place 12, the starter"),
  51: gettext("place 51, the bottom"),
};

const takeAway = ({ kind, of }) =>
  kind === "card"
    ? gettext("Remove the {card}", { card: markerName({ kind, of }) })
    : gettext("Remove place {place}", { place: of });

const dealSays = (deal) =>
  deal.number ? gettext("deal {number} of game {game}", deal) : gettext("cut for deal of game {game}", deal);
