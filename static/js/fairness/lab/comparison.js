/** Two shuffles side by side: what is chosen, and what the tests make of it. */

import { get } from "../../ui/api.js";
import { part, set, write } from "../../ui/dom.js";
import { Pictures } from "./pictures.js";
import { SIDES, STEPS, nextSeed, path, read, written } from "./query.js";
import { chance, lot, since, verdict } from "./shuffle-texts.js";

const PAUSE = 900;
const inside = (node, name) => node.querySelector(`[data-part=${name}]`);
const values = (select) => [...select.options].map(({ value }) => value);

export class Beside {
  constructor() {
    this.sides = Object.fromEntries(SIDES.map((side) => [side, this.fields(side)]));
    /** @type {Map<string, import("./shuffle-texts.js").Found>} all that was answered so far */
    this.looks = new Map();
    this.pictures = new Pictures();
    const { shuffle, generator } = this.sides.one;
    this.offered = { shuffles: values(shuffle), generators: values(generator) };
    part("decks").addEventListener("input", () => this.take({ decks: STEPS[part("decks").valueAsNumber] }));
    part("others").addEventListener("click", () => this.take({ seed: nextSeed(this.asked.seed) }));
    part("more").addEventListener("click", () => (this.run ? this.stop() : this.dealOn()));
    part("beside").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("popstate", () => this.open());
    this.open();
  }

  fields(side) {
    const place = part("beside").querySelector(`[data-side=${side}]`);
    const fields = { shuffle: inside(place, "shuffle"), generator: inside(place, "generator") };
    for (const field of Object.values(fields)) {
      field.addEventListener("change", () => this.take({ [side]: { shuffle: fields.shuffle.value, generator: fields.generator.value } }));
    }
    return fields;
  }

  /** What the address tells. */
  open() {
    this.asked = read(location.search, this.offered);
    this.look();
  }

  /** Somebody chose otherwise. @param {Partial<import("./query.js").Asked>} changed */
  take(changed) {
    this.stop();
    this.choose(changed);
  }

  choose(changed) {
    this.asked = { ...this.asked, ...changed };
    history.replaceState(history.state, "", location.pathname + written(location.search, this.asked) + location.hash);
    return this.look();
  }

  // Ever more decks, step by step.

  async dealOn() {
    const run = (this.run = {});
    write(part("more"), part("more").dataset.stop);
    const from = STEPS.indexOf(this.asked.decks);
    for (const decks of STEPS.slice(from + 1 < STEPS.length ? from + 1 : 0)) {
      await this.choose({ decks });
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      // Stopped while it waited, and perhaps begun anew.
      if (this.run !== run) return;
    }
    this.stop();
  }

  stop() {
    this.run = null;
    write(part("more"), part("more").dataset.go);
  }

  // What the server makes of it.

  async look() {
    this.asking?.abort();
    const { signal } = (this.asking = new AbortController());
    this.drawChoice();
    set(part("beside-answer"), "aria-busy", "true");
    const answers = await Promise.all(SIDES.map((side) => this.found(side, signal)));
    if (signal.aborted) return;
    set(part("beside-answer"), "aria-busy", null);
    const refused = answers.find((answer) => answer.says);
    write(part("beside-trouble"), refused?.says ?? "");
    part("beside-trouble").hidden = !refused;
    if (refused) this.stop();
    else this.drawFound(Object.fromEntries(SIDES.map((side, n) => [side, answers[n]])));
  }

  async found(side, signal) {
    const { decks, seed } = this.asked;
    const where = path(this.asked[side], decks, seed);
    if (!this.looks.has(where)) {
      const { ok, body } = await get(where, signal);
      if (!ok) return { says: body.says };
      this.looks.set(where, body);
    }
    return this.looks.get(where);
  }

  /** All looks at one side with these decks or fewer or more of them. */
  looksAt(side) {
    return STEPS.map((decks) => this.looks.get(path(this.asked[side], decks, this.asked.seed))).filter(Boolean);
  }

  // What is drawn.

  drawChoice() {
    for (const side of SIDES) Object.assign(this.sides[side].shuffle, { value: this.asked[side].shuffle });
    for (const side of SIDES) Object.assign(this.sides[side].generator, { value: this.asked[side].generator });
    const range = part("decks");
    range.value = String(STEPS.indexOf(this.asked.decks));
    set(range, "aria-valuetext", lot(this.asked.decks));
    write(part("decks-says"), lot(this.asked.decks));
  }

  nameOf(side) {
    const [shuffle, generator] = [this.sides[side].shuffle, this.sides[side].generator].map((select) => select.selectedOptions[0].textContent);
    return this.asked[side].generator === "mt" ? shuffle : `${shuffle}, ${generator}`;
  }

  drawFound(found) {
    const names = Object.fromEntries(SIDES.map((side) => [side, this.nameOf(side)]));
    for (const side of SIDES) {
      this.drawVerdict(side, names[side], found[side]);
      this.drawTests(side, found[side]);
      for (const node of document.querySelectorAll(`#shuffles :is(.legend, .key-line, thead) [data-part=${side}]`)) write(node, names[side]);
    }
    this.pictures.draw(found, names, Object.fromEntries(SIDES.map((side) => [side, this.looksAt(side)])));
  }

  drawVerdict(side, name, found) {
    const place = document.querySelector(`.verdict.${side}`);
    const sound = this.sides[side].shuffle.selectedOptions[0].dataset.sound === "yes";
    const titleOf = (test) => document.querySelector(`[data-test="${test}"] strong`).textContent;
    const { head, says } = verdict(found, { sound, predictable: this.asked[side].generator !== "mt" }, titleOf);
    set(place, "data-verdict", found.verdict);
    for (const [part, words] of Object.entries({ name, head, says, since: sound ? "" : since(this.looksAt(side)) })) write(inside(place, part), words);
  }

  drawTests(side, { tests }) {
    for (const { name, p_adjusted: p, found } of tests) {
      const cell = inside(document.querySelector(`[data-test="${name}"]`), side);
      write(cell, chance(p) + (found ? " ✗" : ""));
      cell.classList.toggle("found", found);
    }
  }
}
