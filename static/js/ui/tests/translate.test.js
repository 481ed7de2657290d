import assert from "node:assert/strict";
import { test } from "node:test";

// Like Django's catalog, loaded before any module: it knows some texts, and returns the others unchanged.
const FORMS = { "{n} card": ["{n} Karte", "{n} Karten"], "{name} waits": "Es wartet {name}" };
globalThis.django = {
  gettext: (text) => FORMS[text] ?? text,
  pgettext: (context, text) => (context === "one game" && text === "won" ? "gewonnen" : text),
  ngettext: (one, many, n) => FORMS[one]?.[n === 1 ? 0 : 1] ?? (n === 1 ? one : many),
};
const { gettext, formatList, ngettext, interpolateNodes, pgettext } = await import("../translate.js");

test("a text is in the reader's language, with its placeholders filled in any position", () => {
  assert.equal(gettext("{name} waits", { name: "Ann" }), "Es wartet Ann");
  assert.equal(ngettext("{n} card", "{n} cards", 3), "3 Karten");
  assert.equal(ngettext("{n} card", "{n} cards", 1000, { n: "1.000" }), "1.000 Karten");
});

test("a text in a context has its own translation", () => {
  assert.equal(pgettext("one game", "won"), "gewonnen");
  assert.equal(pgettext("games", "won"), "won");
});

test("an untranslated text is in English", () => {
  assert.equal(gettext("Deal {deal}", { deal: 4 }), "Deal 4");
  assert.equal(ngettext("{n} deal", "{n} deals", 1), "1 deal");
});

test("a player named like a placeholder fills no other, and an unknown placeholder stays", () => {
  assert.equal(gettext("{one} v {other}", { one: "{other}", other: "Ann" }), "{other} v Ann");
  assert.equal(gettext("{one} v {other}", { one: "Ann" }), "Ann v {other}");
});

test("a placeholder can hold nodes", () => {
  const node = { is: "a node" };
  assert.deepEqual(interpolateNodes(gettext("{name} waits"), { name: node }), ["Es wartet ", node]);
});

test("lists are formatted for the language", () => {
  assert.equal(formatList(["a pair", "a run", "a go"]), "a pair, a run and a go");
  assert.equal(formatList(["now", "never"], "disjunction"), "now or never");
  assert.equal(formatList([]), "");
});
