/** One mark for all deals of the game: a tick only if every deal so far has one. */

import { setAttr, setText } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { SENTENCES, SIGNS } from "../../fairness/signs.js";

/** @typedef {import("./fair-play.js").Mark | "none"} GameMark  none: no deal can be checked yet */

/** @param {{checks: {mark: import("./fair-play.js").Mark}[], doubt: object|null}} fair @returns {GameMark} */
export function markOfGame({ checks, doubt }) {
  if (doubt || checks.some(({ mark }) => mark === "false")) return "false";
  if (!checks.length) return "none";
  return checks.every(({ mark }) => mark === "true") ? "true" : "unvouched";
}

export class FairMark {
  /** @param {HTMLButtonElement} root @param {() => void} open shows the details of the mark */
  constructor(root, open) {
    this.root = root;
    root.addEventListener("click", open);
  }

  /** @param {import("../store.js").Now} now */
  draw({ fair }) {
    if (!fair) return;
    const mark = markOfGame(fair);
    setAttr(this.root, "data-mark", mark);
    setAttr(this.root, "title", SENTENCES[mark]);
    setText(this.root.firstElementChild, SIGNS[mark]);
    setText(this.root.lastElementChild, gettext("Fair deal: {sentence}", { sentence: SENTENCES[mark] }));
  }
}
