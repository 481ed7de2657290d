/** Saves in this browser which players are muted, and whether the chat is hidden. */

const KEY = "every-other-chat";
const MOST = 200;

/** @returns {{muted: string[], hidden: boolean}} */
export function loadChatPreferences(storage = localStorage) {
  try {
    const { muted = [], hidden = false } = JSON.parse(storage.getItem(KEY)) ?? {};
    return { muted, hidden };
  } catch {
    return { muted: [], hidden: false };
  }
}

export function saveChatPreferences(quiet, storage = localStorage) {
  try {
    storage.setItem(KEY, JSON.stringify({ ...quiet, muted: quiet.muted.slice(-MOST) }));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The preferences with this player muted, or unmuted. */
export const toggleMute = (quiet, name) => ({
  ...quiet,
  muted: quiet.muted.includes(name) ? quiet.muted.filter((each) => each !== name) : [...quiet.muted, name],
});
