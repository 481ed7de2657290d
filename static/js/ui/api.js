/** Calls to the server: JSON there and back, with the CSRF cookie any page of ours gives. */

import { gettext } from "./translate.js";

/** @typedef {{ok: boolean, status: number, body: object}} Answer  `body` has `error` and `says` unless ok. */

const LOST = { error: "no_line", says: gettext("The server could not be reached. Look at your connection, then try again.") };
const GARBLED = { error: "garbled", says: gettext("The server gave no answer a page could read. Please try again in a moment.") };

/** The value of a cookie in a `document.cookie` line, or the empty string. */
export function readCookie(name, all = document.cookie) {
  const found = all.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/**
 * POST `body` as JSON to one of our own paths. Never throws: a line that is down is an answer too, with status 0.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Answer>}
 */
export const post = (path, body = {}) =>
  request(path, {
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "X-CSRFToken": readCookie("__Host-csrftoken") || readCookie("csrftoken"),
    },
    body: JSON.stringify(body),
  });

/**
 * GET one of our own paths, as JSON. Never throws either; who aborts it gets an answer that nobody needs.
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export const get = (path, signal) => request(path, { headers: { Accept: "application/json" }, signal });

async function request(path, how) {
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...how });
  } catch {
    return { ok: false, status: 0, body: LOST };
  }
  try {
    return { ok: answer.ok, status: answer.status, body: await answer.json() };
  } catch {
    return { ok: false, status: answer.status, body: GARBLED };
  }
}
