/**
 * The coach's remarks about the reader's own game: up to three sentences, each with its move, one with a drill.
 *
 * @typedef {{says: string, deal: number|null, ply: number|null, drill: {url: string, says: string}|null}} Remark
 */

import { get } from "../../ui/api.js";
import { html } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

const LOOKS_AGAIN = 2_000;
const pause = () => new Promise((go) => setTimeout(go, LOOKS_AGAIN));

/**
 * Loads the remarks about a game. While its review is being made, it looks this many times.
 * @param {string} game
 * @param {number} [looks]
 * @param {() => Promise<void>} [wait]
 * @returns {Promise<Remark[]>}
 */
export async function loadRemarks(game, looks = 1, wait = pause) {
  const { ok, body } = await get(`/api/games/${game}/coach`);
  if (!ok) return [];
  if (!body.waiting || looks <= 1) return body.remarks;
  await wait();
  return loadRemarks(game, looks - 1, wait);
}

/**
 * A list item for each remark.
 * @param {Remark[]} remarks
 * @param {string} replay  the address of the replay, empty on its own page
 * @param {((ply: number) => void)|null} [go]  follows a link on that page
 */
export const remarkItems = (remarks, replay, go = null) =>
  remarks.map(({ says, deal, ply, drill }) => {
    const follow = (event) => {
      event.preventDefault();
      go(ply);
    };
    const move = ply && html(
      "a",
      { href: `${replay}#${ply}`, ...(go ? { onclick: follow } : {}) },
      gettext("Look at deal {deal}", { deal }),
    );
    return html(
      "li",
      {},
      says,
      ply && " ",
      move,
      drill && " · ",
      drill && html("a", { href: drill.url }, drill.says),
    );
  });

const LOOKS = 5;

/** Shows the remarks at the end of a game, once its review is there. @param {HTMLElement} above */
export async function showRemarks(above, game) {
  const remarks = await loadRemarks(game, LOOKS);
  if (!remarks.length) return;
  const list = html("ul", { class: "coach-list" }, ...remarkItems(remarks, `/game/${game}`));
  above.after(html("section", { class: "coach result-keep" }, html("h3", {}, gettext("The coach")), list));
}
