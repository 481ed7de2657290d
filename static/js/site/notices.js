/**
 * What a page makes of the notices it is sent. Pure.
 *
 * @typedef {object} Notice  and what its kind brings along, see docs/protocol.md
 * @property {"began" | "turn" | "challenge" | "waiting" | "declined" | "warned" | "muted" | "forgotten"} kind
 * @property {string} id  of the game, the seek or the ruling
 */

import { describeDecline } from "../game/offers.js";
import { describeLeft, describeVacation } from "../game/time-left.js";
import { shownName } from "../ui/shown-name.js";
import { gettext, language, ngettext } from "../ui/translate.js";

/** What waits for the player to do something. */
const CALLS = new Set(["began", "turn", "challenge", "warned"]);
/** What a page says when it is opened, though it may have stood for long: it must not be overlooked. */
const PRESSING = new Set(["began", "challenge"]);
/** What is listed, but said by no toast: the player has done it, or has read it above the page. */
const QUIET = new Set(["waiting"]);

/** @param {Notice} notice */
export const keyOf = ({ kind, id }) => `${kind}:${id}`;

/** The notices for this page: a table shows by itself what concerns it. @param {Notice[]} notices @param {string | null} table */
export const noticesFor = (notices, table, dismissed = []) =>
  notices.filter((notice) => notice.id !== table && !dismissed.includes(keyOf(notice)));

/** How many are calls. @param {Notice[]} notices */
export const countCalls = (notices) => notices.filter(({ kind }) => CALLS.has(kind)).length;

/** The notices to show a toast for. @param {Notice[]} notices @param {string[] | null} seen  the keys that this tab was shown last; null: none yet */
export function freshNotices(notices, seen) {
  const isNew = (notice) => (seen === null ? PRESSING.has(notice.kind) : !seen.includes(keyOf(notice)));
  return notices.filter((notice) => !QUIET.has(notice.kind) && isNew(notice));
}

/** How a page goes to the table of a game that begins: after so many milliseconds, or not by itself. @returns {number | null} */
export function delayBeforeTable({ isFront, table }) {
  if (table === null) return isFront ? 0 : 3_000;
  if (table.phase === "waiting") return 0;
  if (table.phase === "over") return 3_000;
  return table.againstBot && !table.isRated ? 5_000 : null;
}

/** What the other player of a notice is called. @param {Notice} notice */
export const nameIn = ({ opponent, by, nickname }) => shownName({ name: opponent ?? by, nickname });

/** @param {Notice} notice @param {number} left  milliseconds for the move, where there is a limit */
export function describeNotice(notice, left) {
  const name = nameIn(notice);
  switch (notice.kind) {
    case "began":
      return gettext("{name} sat down: your game begins.", { name });
    case "turn":
      return notice.deadline === null
        ? gettext("Your turn against {name}", { name })
        : gettext("Your turn against {name} · {left}", { name, left: notice.away_until ? describeVacation(notice.away_until) : describeLeft(left) });
    case "challenge":
      return gettext("{name} challenges you", { name });
    case "waiting":
      return notice.to ? gettext("You challenged {name}", { name: notice.to }) : gettext("You are waiting for an opponent");
    case "declined":
      return describeDecline(name, notice.reason);
    case "warned":
      return gettext("A warning from the host: {reason}", { reason: notice.reason });
    case "muted":
      return notice.until
        ? gettext("You can’t chat until {moment}: {reason}", { moment: describeMoment(notice.until), reason: notice.reason })
        : gettext("You can’t chat any more: {reason}", { reason: notice.reason });
    case "forgotten":
      return ngettext(
        "No one had moved for 90 days in {n} game of yours. It’s over and doesn’t count.",
        "No one had moved for 90 days in {n} games of yours. They’re over and don’t count.",
        notice.games,
      );
    default:
      return "";
  }
}

const describeMoment = (iso) => new Date(iso).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
