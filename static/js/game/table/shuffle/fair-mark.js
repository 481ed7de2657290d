/** One mark for all deals of the game: it is a tick only if every deal so far has one. */

import { setAttr, setText } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";

/** @typedef {import("./fair-play.js").Mark | "none"} GameMark  none: nothing was dealt yet that could be checked */

/** @param {{checks: {mark: import("./fair-play.js").Mark}[], doubt: object|null}} fair @returns {GameMark} */
export function markOfGame({ checks, doubt }) {
  if (doubt || checks.some(({ mark }) => mark === "false")) return "false";
  if (!checks.length) return "none";
  return checks.every(({ mark }) => mark === "true") ? "true" : "unvouched";
}

const SIGNS = { true: "✓", false: "✗", unvouched: "○", none: "…" };

/** @type {Record<GameMark, () => string>} */
const TEXTS = {
  true: () => gettext("Fair deal: all deals so far check out"),
  false: () => gettext("Fair deal: something is wrong"),
  unvouched: () => gettext("Fair deal: some deals can't be vouched for here"),
  none: () => gettext("Fair deal: nothing to check yet"),
};

export class FairMark {
  /** @param {HTMLButtonElement} root @param {() => void} open shows what is behind the mark */
  constructor(root, open) {
    this.root = root;
    root.addEventListener("click", open);
  }

  /** @param {import("../store.js").Now} now */
  draw({ fair }) {
    if (!fair) return;
    const mark = markOfGame(fair);
    setAttr(this.root, "data-mark", mark);
    setAttr(this.root, "title", TEXTS[mark]());
    setText(this.root.firstElementChild, SIGNS[mark]);
    setText(this.root.lastElementChild, TEXTS[mark]());
  }
}
