/** Draws a whole deck as a line of cards, with the dealt ones marked by seat. */

import { cardSign } from "../../ui/cards/card-names.js";
import { html } from "../../ui/dom.js";
import { PLACES, STARTER } from "./generator-search.js";

/** @param {string[]} deck @param {string} name @param {"pone" | "dealer"} seat the reader's seat */
export function deckFigure(deck, name, seat) {
  const mine = PLACES[seat];
  const belongs = (at) => (mine.includes(at) ? "yours" : at < STARTER ? "theirs" : at === STARTER ? "starter" : "");
  const card = (each, at) =>
    html("span", { class: `break-card ${"HD".includes(each[1]) ? "red" : ""} ${belongs(at)}` }, cardSign(each));
  const spaced = deck.flatMap((each, at) => [card(each, at), " "]);
  return html("div", {}, html("h5", {}, name), html("p", { class: "break-deck" }, ...spaced));
}
