/** Compares the test results of two chosen shuffles side by side. */

import { get, post } from "../../ui/api.js";
import { byId, setAttr, setText } from "../../ui/dom.js";
import { Pictures } from "./pictures.js";
import { MOST_CHARACTERS, parseDecks } from "./own-decks.js";
import { buildQuery, DECK_COUNTS, nextSeed, OWN, parseQuery, resultUrl, SIDES } from "./query.js";
import { countDecks, describeFirstFound, describeVerdict, formatP } from "./shuffle-texts.js";

const PAUSE = 900;
const inside = (node, name) => node.querySelector(`[data-part=${name}]`);
const values = (select) => [...select.options].map(({ value }) => value);

export class Comparison {
  constructor() {
    this.sides = Object.fromEntries(SIDES.map((side) => [side, this.fields(side)]));
    /** @type {Map<string, import("./shuffle-texts.js").ShuffleResult>} all results so far */
    this.looks = new Map();
    this.pictures = new Pictures();
    const { shuffle, generator } = this.sides.one;
    /** @type {import("./own-decks.js").OwnDecks | null} */
    this.own = null;
    this.offered = { shuffles: values(shuffle).filter((name) => name !== OWN), generators: values(generator) };
    byId("suit").addEventListener("change", () => this.handleChoice({ suit: byId("suit").value }));
    byId("own").addEventListener("submit", (event) => {
      event.preventDefault();
      this.takeOwn(byId("own-text").value);
    });
    byId("own-file").addEventListener("change", () => this.readFile(byId("own-file")));
    byId("decks").addEventListener(
      "input",
      () => this.handleChoice({ decks: DECK_COUNTS[byId("decks").valueAsNumber] }),
    );
    byId("others").addEventListener("click", () => this.handleChoice({ seed: nextSeed(this.asked.seed) }));
    byId("more").addEventListener("click", () => (this.run ? this.stop() : this.runSteps()));
    byId("beside").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("popstate", () => this.readAddress());
    this.readAddress();
  }

  fields(side) {
    const place = byId("beside").querySelector(`[data-side=${side}]`);
    const fields = { shuffle: inside(place, "shuffle"), generator: inside(place, "generator") };
    for (const field of Object.values(fields)) {
      field.addEventListener(
        "change",
        () => this.handleChoice({ [side]: { shuffle: fields.shuffle.value, generator: fields.generator.value } }),
      );
    }
    return fields;
  }

  /** Reads the URL. */
  readAddress() {
    this.asked = parseQuery(location.search, this.offered);
    this.loadResults();
  }

  /** Handles a changed choice. @param {Partial<import("./query.js").Query>} changed */
  handleChoice(changed) {
    this.stop();
    this.setChoice(changed);
  }

  setChoice(changed) {
    this.asked = { ...this.asked, ...changed };
    history.replaceState(
      history.state,
      "",
      location.pathname + buildQuery(location.search, this.asked) + location.hash,
    );
    return this.loadResults();
  }

  // The reader's own decks.

  async readFile({ files: [file] }) {
    if (!file) return;
    // Reads no more than can be tested, and one character to detect that there is more.
    const text = await file.slice(0, MOST_CHARACTERS + 1).text();
    byId("own-text").value = text;
    this.takeOwn(text);
  }

  takeOwn(text) {
    const { says = "", ...own } = parseDecks(text);
    setText(byId("own-trouble"), says);
    byId("own-trouble").hidden = !says;
    if (says) return;
    this.own = own;
    for (const option of document.querySelectorAll(`#beside option[value=${OWN}]`)) {
      option.hidden = option.disabled = false;
    }
    this.handleChoice({ one: { ...this.asked.one, shuffle: OWN } });
    byId("beside").scrollIntoView();
  }

  /** The reader's own decks are compared with the same number of decks. */
  deckCount() {
    return SIDES.some((side) => this.isOwn(side)) ? this.own.decks : this.asked.decks;
  }

  isOwn(side) {
    return this.asked[side].shuffle === OWN;
  }

  // More and more decks, step by step.

  async runSteps() {
    const run = (this.run = {});
    setText(byId("more"), byId("more").dataset.stop);
    const from = DECK_COUNTS.indexOf(this.asked.decks);
    for (const decks of DECK_COUNTS.slice(from + 1 < DECK_COUNTS.length ? from + 1 : 0)) {
      await this.setChoice({ decks });
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      // Stopped while it waited, and perhaps restarted.
      if (this.run !== run) return;
    }
    this.stop();
  }

  stop() {
    this.run = null;
    setText(byId("more"), byId("more").dataset.go);
  }

  // Requests to the server.

  async loadResults() {
    this.asking?.abort();
    const { signal } = (this.asking = new AbortController());
    this.drawChoice();
    setAttr(byId("beside-answer"), "aria-busy", "true");
    const answers = await Promise.all(SIDES.map((side) => this.loadSide(side, signal)));
    if (signal.aborted) return;
    setAttr(byId("beside-answer"), "aria-busy", null);
    const refused = answers.find((answer) => answer.says);
    setText(byId("beside-trouble"), refused?.says ?? "");
    byId("beside-trouble").hidden = !refused;
    if (refused) this.stop();
    else this.drawFound(Object.fromEntries(SIDES.map((side, n) => [side, answers[n]])));
  }

  async loadSide(side, signal) {
    const { seed, suit } = this.asked;
    const isOwn = this.isOwn(side);
    const where = isOwn ? `${suit} ${this.own.letters}` : resultUrl(this.asked[side], this.deckCount(), seed, suit);
    if (!this.looks.has(where)) {
      const { ok, body } = await (
        isOwn ? post("/fairness/lab/own", { decks: this.own.letters, suit }, { signal }) : get(where, signal)
      );
      if (!ok) return { says: body.says };
      this.looks.set(where, body);
    }
    return this.looks.get(where);
  }

  /** All results for one side, with any number of decks. */
  resultsOf(side) {
    const { seed, suit } = this.asked;
    if (this.isOwn(side)) return [this.looks.get(`${suit} ${this.own.letters}`)];
    return DECK_COUNTS.map((decks) => this.looks.get(resultUrl(this.asked[side], decks, seed, suit))).filter(Boolean);
  }

  // Drawing.

  drawChoice() {
    for (const side of SIDES) Object.assign(this.sides[side].shuffle, { value: this.asked[side].shuffle });
    for (const side of SIDES) Object.assign(this.sides[side].generator, { value: this.asked[side].generator });
    const range = byId("decks");
    range.value = String(DECK_COUNTS.indexOf(this.asked.decks));
    const dealt = countDecks(this.deckCount());
    setAttr(range, "aria-valuetext", dealt);
    setText(byId("decks-says"), dealt);
    for (const control of [range, byId("more")]) setAttr(control, "disabled", SIDES.some((side) => this.isOwn(side)));
    for (const side of SIDES) setAttr(this.sides[side].generator, "disabled", this.isOwn(side));
    byId("suit").value = this.asked.suit;
    for (const tests of document.querySelectorAll("#tests tbody")) {
      tests.hidden = (tests.dataset.of === "suit") !== Boolean(this.asked.suit);
    }
  }

  nameOf(side) {
    const [shuffle, generator] = [
      this.sides[side].shuffle,
      this.sides[side].generator,
    ].map((select) => select.selectedOptions[0].textContent);
    return this.asked[side].generator === "mt" || this.isOwn(side) ? shuffle : `${shuffle}, ${generator}`;
  }

  drawFound(found) {
    const names = Object.fromEntries(SIDES.map((side) => [side, this.nameOf(side)]));
    for (const side of SIDES) {
      this.drawVerdict(side, names[side], found[side]);
      this.drawTests(side, found[side]);
      for (const node of document.querySelectorAll(`#shuffles :is(.legend, .key-line, thead) [data-part=${side}]`)) {
        setText(node, names[side]);
      }
    }
    this.pictures.draw(found, names, Object.fromEntries(SIDES.map((side) => [side, this.resultsOf(side)])));
  }

  drawVerdict(side, name, found) {
    const place = document.querySelector(`.verdict.${side}`);
    const sound = this.sides[side].shuffle.selectedOptions[0].dataset.sound === "yes";
    const even = this.sides[side].generator.selectedOptions[0].dataset.even === "yes";
    const titleOf = (test) => document.querySelector(`[data-test="${test}"] strong`).textContent;
    const { head, says } = describeVerdict(
      found,
      { sound, even, predictable: this.asked[side].generator !== "mt", own: this.isOwn(side) },
      titleOf,
    );
    setAttr(place, "data-verdict", found.verdict);
    const since = (sound && even) || this.isOwn(side) ? "" : describeFirstFound(this.resultsOf(side));
    for (const [part, words] of Object.entries({ name, head, says, since })) setText(inside(place, part), words);
  }

  drawTests(side, { tests }) {
    for (const { name, p_adjusted: p, found } of tests) {
      const cell = inside(document.querySelector(`[data-test="${name}"]`), side);
      setText(cell, formatP(p) + (found ? " ✗" : ""));
      cell.classList.toggle("found", found);
    }
  }
}
