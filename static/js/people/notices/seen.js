/** Remembers the notifications that this tab has shown, and those that the player has dismissed in any tab. */

const SEEN = "every-other.notices.seen";
const DISMISSED = "every-other.notices.dismissed";

/** @param {() => Storage} storage  a function, because a browser may refuse even access */
function load(storage, key) {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function save(storage, key, keys) {
  try {
    storage().setItem(key, JSON.stringify(keys));
  } catch {
    // Without storage a page repeats the toasts of the page before.
  }
}

/** @returns {string[] | null} null in a new tab */
export const loadSeen = () => load(() => sessionStorage, SEEN);
/** @param {string[]} keys */
export const saveSeen = (keys) => save(() => sessionStorage, SEEN, keys);

/** @returns {string[]} */
export const loadDismissed = () => load(() => localStorage, DISMISSED) ?? [];
/** @param {string} key */
export const saveDismissed = (key) => save(() => localStorage, DISMISSED, [...loadDismissed(), key].slice(-50));
