/**
 * Makes cribbage terms tappable: in every text with `data-terms`, each becomes a button that opens its explanation,
 * which is in the page (templates/study/rules/explanations.html). Only the newest occurrence of a term is a button, so
 * that a long log has few tab stops.
 *
 * @typedef {{id: string, words: string[], more: string}} Term  `more`: the link to the rules
 */

import { html } from "../dom.js";

const OPENS = "popover" in (globalThis.HTMLElement?.prototype ?? {});

/**
 * A text in pieces, some of them terms; each term once. Pure.
 * @template {{words: string[]}} T @param {string} text @param {T[]} terms @returns {(string | {word: string, term:
 *   T})[]}
 */
export function splitAtTerms(text, terms) {
  const byWord = new Map(terms.flatMap((term) => term.words.map((word) => [word.toLowerCase(), term])));
  const longestFirst = [...byWord.keys()].sort((one, other) => other.length - one.length).map(
    (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const seen = new Set();
  const pieces = text.split(pattern).map((piece, n) => {
    const term = n % 2 && byWord.get(piece.toLowerCase());
    if (!term || seen.has(term)) return piece;
    seen.add(term);
    return { word: piece, term };
  });
  return pieces.filter((piece) => piece !== "");
}

/** @returns {Term[]} the terms that this page explains */
const termsOnPage = () =>
  [...document.querySelectorAll(".explanation")].map((node) => ({
    id: node.id, words: node.dataset.words.split(",").map((word) => word.trim()), more: node.querySelector("a").href,
  }));

/** @param {Term} term @param {string} word  in the spelling of the text */
const buildTerm = ({ id, more }, word) =>
  OPENS
    ? html("button", { type: "button", class: "term", popovertarget: id, "data-term": id }, word)
    : html("a", { class: "term", href: more, target: "_blank", "data-term": id }, word);

// A browser treats a button as a box, after which it may break a line. Its punctuation would start the next line.
const STOPS = /^[.,:;!?)’”…]+/;

/** The punctuation after a term, if any. */
const stopAfter = (pieces, n) => (pieces[n]?.term && STOPS.exec(pieces[n + 1])?.[0]) || "";

/** @param {(string | {word: string, term: Term})[]} pieces */
function buildPieces(pieces) {
  return pieces.map((piece, n) => {
    if (!piece.term) return piece.slice(stopAfter(pieces, n - 1).length);
    const term = buildTerm(piece.term, piece.word);
    const stop = stopAfter(pieces, n);
    return stop ? html("span", { class: "with-stop" }, term, stop) : term;
  });
}

/** Every text in some nodes that is not a term yet. @param {Iterable<Node>} nodes */
function* textsIn(nodes) {
  for (const node of nodes) {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    let text = node.nodeType === Node.TEXT_NODE ? node : walker.nextNode();
    for (; text; text = walker.nextNode()) if (!text.parentElement?.closest(".term, a, button")) yield text;
  }
}

/** The button of an earlier occurrence becomes plain text again, unless it has the focus. */
function unmark(button) {
  if (button === document.activeElement) return;
  const whole = button.closest(".with-stop") ?? button;
  const parent = whole.parentElement;
  whole.replaceWith(whole.textContent);
  parent.normalize();
}

/** @param {Element} root @param {Iterable<Node>} nodes  new ones in it @param {Term[]} terms */
function markTerms(root, nodes, terms) {
  const left = new Set(terms);
  for (const text of [...textsIn(nodes)]) {
    const pieces = splitAtTerms(text.data, [...left]);
    const found = pieces.filter((piece) => piece.term);
    if (!found.length) continue;
    for (const { term } of found) {
      left.delete(term);
      root.querySelectorAll(`[data-term="${term.id}"]`).forEach(unmark);
    }
    text.replaceWith(...buildPieces(pieces));
    if (!left.size) return;
  }
}

/** Keeps the terms of a text marked while the text changes. @param {Element} root @param {Term[]} terms */
function watchText(root, terms) {
  markTerms(root, [root], terms);
  const observer = new MutationObserver((records) => {
    markTerms(root, records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => root.contains(node)), terms);
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, subtree: true });
}

/**
 * Moves the focus to the open explanation: it is read aloud, and the page's shortcuts pause. @param {HTMLElement}
 * explanation
 */
function takeFocus(explanation) {
  explanation.addEventListener("toggle", ({ newState }) => newState === "open" && explanation.focus());
  explanation.addEventListener("keydown", (event) => event.stopPropagation());
}

/** Begins to watch every text of the page that may contain terms. */
export function watchTerms() {
  const terms = termsOnPage();
  for (const { id } of terms) takeFocus(document.getElementById(id));
  for (const root of document.querySelectorAll("[data-terms]")) watchText(root, terms);
}
