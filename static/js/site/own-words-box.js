/** The boxes for a player's own words: all on a page say the same, and none is part of the form it stands in. */

import { OwnWords } from "../ui/own-words.js";

const own = new OwnWords();
const boxes = [...document.querySelectorAll("[data-own-words]")].map((box) => ({
  box,
  words: box.querySelector("[data-part=words]"),
  asks: box.querySelector("[data-part=asks]"),
}));

function show(but = null) {
  for (const { words, asks } of boxes) {
    if (words !== but) words.value = own.words;
    asks.checked = own.asksEachGame;
  }
}

for (const { box, words, asks } of boxes) {
  words.addEventListener("input", () => {
    own.words = words.value;
    show(words);
  });
  asks.addEventListener("change", () => {
    own.asksEachGame = asks.checked;
    show();
  });
  box.hidden = false;
}
show();
addEventListener("pageshow", () => show()); // back from a table, where they were used
addEventListener("storage", () => show());
