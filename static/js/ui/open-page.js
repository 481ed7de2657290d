/**
 * Leaves this page for another. The answer to a call and a frame may both name the same page: it is requested once,
 * because a second request would abort the first.
 */

let opening = null;
addEventListener("pageshow", () => (opening = null)); // the browser shows this page again after going back

/** @param {string} path */
export function openPage(path) {
  if (path === opening) return;
  opening = path;
  location.assign(path);
}
