/** The fairness page: fetches decks once, and draws the view in the URL. */

import { byId, setAttr, setText } from "../../ui/dom.js";
import { gettext, ngettext } from "../../ui/translate.js";
import { Curves } from "./curves.js";
import { HandScoreHistograms, StatisticHistogram } from "./histograms.js";
import { MarkerPanels } from "./marker-panels.js";
import { formatFigure } from "./plot-frame.js";
import { buildQuery, parseQuery } from "./query.js";
import { fetchDecks } from "./source.js";

const SEED = 1;
const SETTLED = 250; // milliseconds without a change, until the URL is updated

class Fairness {
  constructor(place) {
    const { newest, deals, drawn, counts } = place.dataset;
    Object.assign(this, { place, newest: Number(newest), deals: Number(deals), drawn: Number(drawn) });
    this.asked = parseQuery(location.search);
    const ask = (change) => this.update(change);
    this.views = [
      new MarkerPanels(ask),
      new Curves(ask),
      new StatisticHistogram(ask),
      new HandScoreHistograms(counts.split(" ").map(Number)),
    ];
    this.buttons = Object.fromEntries(
      [...place.querySelectorAll("[data-deed]")].map((button) => [button.dataset.deed, button]),
    );
    const turn = (change) => this.loadDecks({ from: 1, to: 0, ...change });
    this.buttons.older.addEventListener("click", () => turn({ upto: this.source.previousDealId }));
    this.buttons.newest.addEventListener("click", () => turn({ upto: null }));
    this.buttons.simulated?.addEventListener(
      "click",
      () => turn({ simulated: this.asked.simulated === null ? SEED : null }),
    );
    this.loadDecks({});
  }

  /** Changes the view of the same decks. It is drawn with the next frame, however often it changes before. */
  update(change) {
    this.asked = { ...this.asked, ...change };
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = undefined;
      this.draw();
    });
  }

  /** Loads other decks. */
  async loadDecks(change) {
    this.asked = { ...this.asked, ...change };
    const { upto, simulated } = this.asked;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    if (simulated === null && this.deals === 0) return this.showSource(null);
    setAttr(this.place, "aria-busy", "true");
    const source = await fetchDecks({ upto: upto ?? this.newest, seed: simulated, most: this.drawn });
    if (turn !== this.turn) return; // others have been requested since
    setAttr(this.place, "aria-busy", null);
    if (typeof source === "string") return this.showFailure(source);
    this.showSource(source.decks.many ? source : null);
    // The target of the URL did not exist yet when the browser looked for it, or was elsewhere.
    if (turn === 1 && location.hash) byId(location.hash.slice(1))?.scrollIntoView();
  }

  /** Reports that other decks could not be loaded. The present drawing may stay. */
  showFailure(says) {
    setText(byId("source"), says);
    byId("drawn").hidden = !this.source;
  }

  /** @param {import("./source.js").Source | null} source  null if there are no decks */
  showSource(source) {
    this.source = source;
    this.drawSource(source);
    if (source) this.draw();
    else this.writeAddress();
  }

  /** Describes these decks, and the other ones available. */
  drawSource(source) {
    const isSimulated = source?.isSimulated ?? false;
    byId("drawn").hidden = source === null;
    setAttr(this.place, "data-simulated", String(isSimulated));
    if (byId("nothing")) byId("nothing").hidden = source !== null;
    if (this.buttons.simulated) {
      setAttr(this.buttons.simulated, "aria-pressed", String(isSimulated));
      setText(
        this.buttons.simulated,
        isSimulated ? gettext("Show the real decks") : gettext("Show simulated decks instead"),
      );
    }
    this.buttons.older.hidden = isSimulated || source === null || source.previousDealId === null ||
      this.deals <= this.drawn;
    this.buttons.newest.hidden = isSimulated || this.asked.upto === null;
    setText(byId("source"), this.describeSource(source));
  }

  describeSource(source) {
    if (source === null) return gettext("There are no real decks to draw yet.");
    const many = source.decks.many;
    const about = { n: formatFigure(many), seed: source.seed, all: formatFigure(this.deals) };
    if (source.isSimulated) return gettext(
      "SIMULATED: {n} decks from our generator with the seed {seed}. No game was played with them.",
      about,
    );
    if (this.deals > many) {
      return this.asked.upto === null
        ? ngettext(
          "Real decks: the newest {n} of {all} on record.",
          "Real decks: the newest {n} of {all} on record.",
          many,
          about,
        )
        : ngettext(
          "Real decks: {n} older deck of {all} on record.",
          "Real decks: {n} older decks of {all} on record.",
          many,
          about,
        );
    }
    const all = ngettext(
      "Real decks: {n} deck, the only one so far.",
      "Real decks: {n} decks, all there are so far.",
      many,
      about,
    );
    return this.deals < this.drawn ? `${all} ${gettext("So few decks show little.")}` : all;
  }

  draw() {
    if (!this.source) return;
    for (const view of this.views) view.show(this.asked, this.source);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.writeAddress(), SETTLED);
  }

  /** Writes the view to the URL. A URL to share also names the decks, because the newest soon change. */
  writeAddress() {
    const words = buildQuery(this.asked);
    history.replaceState(history.state, "", `${location.pathname}${words ? `?${words}` : ""}${location.hash}`);
    const { simulated, upto } = this.asked;
    const shared = buildQuery({ ...this.asked, upto: simulated === null ? upto ?? this.newest : null });
    for (const link of document.querySelectorAll("[data-share]")) {
      setAttr(link, "href", `${location.pathname}?${shared}#${link.dataset.share}`);
    }
  }
}

const place = byId("pictures");
if (place) new Fairness(place);
