/** Remembers the seeks that were made in this tab: when one is met, this is the tab that goes to the table. */

const KEPT = "every-other.seeks";

function load() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

export const isFromThisTab = (seek) => load().includes(seek);

export function rememberSeek(seek) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...load(), seek].slice(-20)));
  } catch {
    // Without storage only the page that is looked at goes there.
  }
}
