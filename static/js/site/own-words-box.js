/** Keeps all boxes for a player's own words on a page the same; none is part of the form around it. */

import { OwnWords } from "../ui/own-words.js";

const own = new OwnWords();
const boxes = [...document.querySelectorAll("[data-own-words]")].map((box) => ({
  box,
  words: box.querySelector("[data-part=words]"),
}));

function show(but = null) {
  for (const { words } of boxes) if (words !== but) words.value = own.words;
}

for (const { box, words } of boxes) {
  words.addEventListener("input", () => {
    own.words = words.value;
    show(words);
  });
  box.hidden = false;
}
show();
addEventListener("pageshow", () => show()); // after going back from a table, where the words were used
addEventListener("storage", () => show());
