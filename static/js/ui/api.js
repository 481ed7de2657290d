/** Calls the server's API: JSON both ways, with the CSRF cookie that every page of the site sets. */

import { noteAnswer } from "./asked-games.js";
import { csrfToken } from "./cookies.js";
import { gettext } from "./translate.js";

/** @typedef {{ok: boolean, status: number, body: object}} Answer  `body` has `error` and `says` unless ok. */

const LOST = { error: "no_line", says: gettext("Can’t reach the server. Check your connection, then try again.") };
const GARBLED = { error: "garbled", says: gettext("The server’s answer made no sense. Please try again in a moment.") };

/**
 * Posts `body` as JSON to a path of this site. It never throws: a lost connection gives an answer with status 0.
 * @param {string} path
 * @param {object} [body]
 * @param {RequestInit} [how]  further options of `fetch`
 * @returns {Promise<Answer>}
 */
export async function post(path, body = {}, how = {}) {
  const answer = await request(path, {
    ...how,
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "X-CSRFToken": csrfToken(),
    },
    body: JSON.stringify(body),
  });
  if (answer.ok) noteAnswer(path, answer.body);
  return answer;
}

/**
 * Gets a path of this site as JSON. It never throws either; an aborted request gives an answer with status 0.
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
