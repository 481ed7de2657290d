/**
 * Leaves this page for another. The answer to a call and a frame may both name the same page: it is requested once,
 * because a second request would abort the first.
 */

const SOON = 3_000; // later the same page is requested again, as after a visitor stopped loading it or came back
let opening = { path: null, at: 0 };

/** @param {string} path */
export function openPage(path) {
  const at = Date.now();
  if (path === opening.path && at - opening.at < SOON) return;
  opening = { path, at };
  location.assign(path);
}
