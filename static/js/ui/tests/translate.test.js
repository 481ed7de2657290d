import assert from "node:assert/strict";
import { test } from "node:test";

// As Django's catalog would, before any module is read: it knows some texts, and gives back the others.
const FORMS = { "{n} card": ["{n} Karte", "{n} Karten"], "{name} waits": "Es wartet {name}" };
globalThis.django = {
  gettext: (text) => FORMS[text] ?? text,
  ngettext: (one, many, n) => FORMS[one]?.[n === 1 ? 0 : 1] ?? (n === 1 ? one : many),
};
const { gettext, formatList, ngettext, interpolateNodes } = await import("../translate.js");

test("a text is said in the reader's language, its holes filled wherever they stand there", () => {
  assert.equal(gettext("{name} waits", { name: "Ann" }), "Es wartet Ann");
  assert.equal(ngettext("{n} card", "{n} cards", 3), "3 Karten");
  assert.equal(ngettext("{n} card", "{n} cards", 1000, { n: "1.000" }), "1.000 Karten");
});

test("what is not translated yet is said in English", () => {
  assert.equal(gettext("Deal {deal}", { deal: 4 }), "Deal 4");
  assert.equal(ngettext("{n} deal", "{n} deals", 1), "1 deal");
});

test("a player who is called like a hole fills no other, and a hole that nothing fills stays", () => {
  assert.equal(gettext("{one} v {other}", { one: "{other}", other: "Ann" }), "{other} v Ann");
  assert.equal(gettext("{one} v {other}", { one: "Ann" }), "Ann v {other}");
});

test("a hole can take more than words", () => {
  const node = { is: "a node" };
  assert.deepEqual(interpolateNodes(gettext("{name} waits"), { name: node }), ["Es wartet ", node]);
});

test("lists read as one would say them", () => {
  assert.equal(formatList(["a pair", "a run", "a go"]), "a pair, a run and a go");
  assert.equal(formatList(["now", "never"], "disjunction"), "now or never");
  assert.equal(formatList([]), "");
});
