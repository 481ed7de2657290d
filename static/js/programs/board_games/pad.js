/** The pad on which a game over the board is entered card by card. The server checks the text after each tap. */

import { post } from "../../ui/api.js";
import { cardSign } from "../../ui/cards/card-names.js";
import { byId, html, setAttr, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import {
  addWord, cardsAwaited, countWords, dealWord, dropWord, goWord, headOf, isCountDue, wordFor,
} from "./words.js";

const RANKS = [..."A23456789TJQK"];
const SUITS = { C: gettext("clubs"), D: gettext("diamonds"), H: gettext("hearts"), S: gettext("spades") };
const SETTLED = 400; // while somebody types

const pad = byId("pad");
const text = byId("crib");

class Pad {
  constructor() {
    this.cards = [];
    this.rank = null;
    this.asked = 0;
    this.says = byId("pad-says");
    this.start = byId("pad-start");
    this.start.addEventListener("submit", (event) => {
      event.preventDefault();
      this.write(headOf(Object.fromEntries(new FormData(this.start))));
    });
    this.buildKeys();
    this.counts = html("form", { class: "pad-counts", hidden: true });
    this.counts.addEventListener("submit", (event) => {
      event.preventDefault();
      this.writeCounts();
    });
    pad.append(this.keys, this.counts);
    text.addEventListener("input", () => {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.check(), SETTLED);
    });
    this.check();
  }

  buildKeys() {
    this.ranks = RANKS.map((rank) => html(
      "button",
      { type: "button", class: "key", "aria-pressed": "false", onclick: () => this.tapRank(rank) },
      rank === "T" ? "10" : rank,
    ));
    this.suits = Object.keys(SUITS).map((suit) => html(
      "button",
      {
        type: "button", class: "key suit", "data-suit": suit, "aria-label": SUITS[suit],
        onclick: () => this.tapCard(`${this.rank}${suit}`),
      },
      cardSign(`A${suit}`).at(-1),
    ));
    const button = (says, onclick) => html("button", { type: "button", class: "key word", onclick }, says);
    this.unknown = button(gettext("Unknown"), () => this.tapCard("x"));
    this.go = button(gettext("Go"), () => this.add(goWord(this.now)));
    this.deal = button(gettext("Next deal"), () => this.add(dealWord(this.now)));
    this.undo = button(gettext("Undo"), () => this.takeBack());
    this.keys = html(
      "div",
      { class: "pad-keys" },
      html("div", { class: "pad-ranks", role: "group", "aria-label": gettext("Ranks") }, ...this.ranks),
      html("div", { class: "pad-suits", role: "group", "aria-label": gettext("Suits") }, ...this.suits),
      html("div", { class: "pad-words" }, this.unknown, this.go, this.deal, this.undo),
    );
  }

  write(written) {
    text.value = written;
    this.check();
  }

  add(word) {
    this.cards = [];
    this.rank = null;
    this.write(addWord(text.value, word));
  }

  writeCounts() {
    const said = [...this.counts.querySelectorAll("input")].map(({ value }) => Number(value));
    const words = countWords(this.now, said);
    if (words.length) this.write(words.reduce(addWord, text.value));
  }

  takeBack() {
    if (this.rank || this.cards.length) {
      this.rank = null;
      this.cards = [];
      return this.draw();
    }
    return this.write(dropWord(text.value));
  }

  tapRank(rank) {
    this.rank = rank;
    this.draw();
  }

  tapCard(card) {
    this.rank = null;
    this.cards.push(card);
    if (this.cards.length === cardsAwaited(this.now)) this.add(wordFor(this.now, this.cards));
    else this.draw();
  }

  /** Asks the server what the text leads to. The answer to an older question is ignored. */
  async check() {
    const nth = this.asked += 1;
    this.start.hidden = Boolean(text.value.trim());
    this.keys.hidden = !this.start.hidden;
    if (!text.value.trim()) return setText(this.says, gettext("Who plays?"));
    const { ok, body } = await post(pad.dataset.check, { crib: text.value });
    if (nth !== this.asked) return null;
    this.now = ok && !body.fault ? body : null;
    this.fault = ok ? body.fault : body.says;
    return this.draw();
  }

  draw() {
    const { now } = this;
    const awaited = now ? cardsAwaited(now) : 0;
    setText(this.says, this.fault ?? this.describe(now));
    pad.classList.toggle("at-fault", Boolean(this.fault));
    this.ranks.forEach((button, n) => {
      button.disabled = !awaited;
      setAttr(button, "aria-pressed", String(RANKS[n] === this.rank));
    });
    for (const button of this.suits) button.disabled = !awaited || !this.rank;
    this.unknown.disabled = !awaited || now.awaits !== "throw";
    this.go.disabled = now?.awaits !== "play";
    this.deal.disabled = now?.awaits !== "deal";
    this.drawCounts();
    return null;
  }

  /** Shows what the cards count. It is written down if it is due, or if it was counted otherwise. */
  drawCounts() {
    const { now } = this;
    const counts = now?.counts ?? [];
    this.counts.hidden = !counts.length || !this.start.hidden;
    if (this.counts.hidden) return this.counts.replaceChildren();
    const rows = counts.map((one) => html(
      "label",
      {},
      `${describeCounts(one, now.names[one.seat])} `,
      html("input", {
        class: "field", type: "number", inputmode: "numeric", min: "0", max: "29", required: "",
        value: one.points ?? "",
      }),
    ));
    const button = html("button", { class: "button small" }, gettext("Write down these points"));
    if (isCountDue(now)) return this.counts.replaceChildren(...rows, button);
    const known = counts.map((one) => `${describeCounts(one, now.names[one.seat])}: ${one.points}`).join(" · ");
    return this.counts.replaceChildren(html(
      "details",
      {},
      html(
        "summary",
        {},
        html("span", {}, known),
        " ",
        html("span", { class: "change" }, gettext("Counted otherwise?")),
      ),
      html("p", {}, gettext("Enter what was pegged over the board. The difference is written down as an error.")),
      ...rows,
      button,
    ));
  }

  describe(now) {
    const name = now.names[now.seats[0]];
    const held = this.cards.map((card) => (card === "x" ? "?" : cardSign(card))).join(" ");
    const [a, b] = now.scores;
    const score = `${a}–${b}`;
    if (now.awaits === "over") return gettext("The game is over: {score}. Save it.", { score });
    if (now.awaits === "deal") return gettext("{score}. The next deal?", { score });
    if (now.awaits === "throw" && !now.starter) return gettext("Deal {deal}: the starter?", now);
    if (now.awaits === "throw") return `${gettext("{name}’s two discards?", { name })} ${held}`.trim();
    if (now.awaits === "play") {
      return gettext("{score}. {name} plays on {count}.", { score, name, count: now.count });
    }
    if (now.awaits === "counts") return gettext("Deal {deal}: what do the hands and the crib count?", now);
    if (now.awaits === "count") return gettext("{score}. What did {name} count?", { score, name });
    return gettext("{score}. How many missed points did {name} take?", { score, name });
  }
}

function describeCounts({ what }, name) {
  if (what === "hand") return gettext("{name}’s hand", { name });
  if (what === "crib") return gettext("{name}’s crib", { name });
  if (what === "muggins") return gettext("{name} takes", { name });
  return gettext("{name} pegs", { name });
}

new Pad();
