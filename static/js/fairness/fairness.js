/** The page on fairness: decks are fetched once, and everything that is drawn of them is one address. */

import { part, set, write } from "../ui/dom.js";
import { gettext, ngettext } from "../ui/translate.js";
import { Curves } from "./curves.js";
import { Laws, Scores } from "./histograms.js";
import { Markers } from "./marker-panels.js";
import { figure } from "./plot-frame.js";
import { query, read } from "./query.js";
import { fetched } from "./source.js";

const SEED = 1;
const SETTLED = 250; // milliseconds without a change, until the address is written

class Fairness {
  constructor(place) {
    const { newest, deals, drawn, counts } = place.dataset;
    Object.assign(this, { place, newest: Number(newest), deals: Number(deals), drawn: Number(drawn) });
    this.asked = read(location.search);
    const ask = (change) => this.ask(change);
    this.views = [new Markers(ask), new Curves(ask), new Laws(ask), new Scores(counts.split(" ").map(Number))];
    this.deeds = Object.fromEntries([...place.querySelectorAll("[data-deed]")].map((button) => [button.dataset.deed, button]));
    const turn = (change) => this.turnTo({ from: 1, to: 0, ...change });
    this.deeds.older.addEventListener("click", () => turn({ upto: this.source.before }));
    this.deeds.newest.addEventListener("click", () => turn({ upto: null }));
    this.deeds.simulated?.addEventListener("click", () => turn({ simulated: this.asked.simulated === null ? SEED : null }));
    this.turnTo({});
  }

  /** See the same decks otherwise; drawn with the next frame, however often it is asked for before. */
  ask(change) {
    this.asked = { ...this.asked, ...change };
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = undefined;
      this.draw();
    });
  }

  /** See other decks. */
  async turnTo(change) {
    this.asked = { ...this.asked, ...change };
    const { upto, simulated } = this.asked;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    if (simulated === null && this.deals === 0) return this.see(null);
    set(this.place, "aria-busy", "true");
    const source = await fetched({ upto: upto ?? this.newest, seed: simulated, most: this.drawn });
    if (turn !== this.turn) return; // others have been asked for since
    set(this.place, "aria-busy", null);
    if (typeof source === "string") return this.fail(source);
    this.see(source.decks.many ? source : null);
    // What an address leads to was not there yet when the browser looked for it, or was elsewhere.
    if (turn === 1 && location.hash) part(location.hash.slice(1))?.scrollIntoView();
  }

  /** There are no other decks to see; what is drawn already may stay. */
  fail(says) {
    write(part("source"), says);
    part("drawn").hidden = !this.source;
  }

  /** @param {import("./source.js").Source | null} source  null where there are no decks */
  see(source) {
    this.source = source;
    this.tell(source);
    if (source) this.draw();
    else this.writeAddress();
  }

  /** Which decks these are, and what others there are. */
  tell(source) {
    const isSimulated = source?.isSimulated ?? false;
    part("drawn").hidden = source === null;
    set(this.place, "data-simulated", String(isSimulated));
    if (part("nothing")) part("nothing").hidden = source !== null;
    if (this.deeds.simulated) {
      set(this.deeds.simulated, "aria-pressed", String(isSimulated));
      write(this.deeds.simulated, isSimulated ? gettext("Show the real decks") : gettext("Show simulated decks instead"));
    }
    this.deeds.older.hidden = isSimulated || source === null || source.before === null || this.deals <= this.drawn;
    this.deeds.newest.hidden = isSimulated || this.asked.upto === null;
    write(part("source"), this.sourceSays(source));
  }

  sourceSays(source) {
    if (source === null) return gettext("There are no real decks to draw yet.");
    const many = source.decks.many;
    const about = { n: figure(many), seed: source.seed, all: figure(this.deals) };
    if (source.isSimulated) return gettext("SIMULATED: {n} decks from our generator with the seed {seed}. Nobody was dealt these; no real deck is among them.", about);
    if (this.deals > many) {
      return this.asked.upto === null
        ? ngettext("Real decks: {n} deck, the newest, of {all} on record.", "Real decks: {n} decks, the newest, of {all} on record.", many, about)
        : ngettext("Real decks: {n} deck, an older one, of {all} on record.", "Real decks: {n} decks, some older ones, of {all} on record.", many, about);
    }
    const all = ngettext("Real decks: {n} deck, all there is so far.", "Real decks: {n} decks, all there are so far.", many, about);
    return this.deals < this.drawn ? `${all} ${gettext("That is little to go by yet.")}` : all;
  }

  draw() {
    if (!this.source) return;
    for (const view of this.views) view.show(this.asked, this.source);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.writeAddress(), SETTLED);
  }

  /** The address shows what is seen; those to share also name the decks, for the newest are soon others. */
  writeAddress() {
    const words = query(this.asked);
    history.replaceState(history.state, "", `${location.pathname}${words ? `?${words}` : ""}${location.hash}`);
    const { simulated, upto } = this.asked;
    const shared = query({ ...this.asked, upto: simulated === null ? upto ?? this.newest : null });
    for (const link of document.querySelectorAll("[data-share]")) set(link, "href", `${location.pathname}?${shared}#${link.dataset.share}`);
  }
}

const place = part("pictures");
if (place) new Fairness(place);
