/** Remembers the seeks that were made in this tab. When one is accepted, this tab opens the table. */

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
    // Without storage only the visible page opens the table.
  }
}
