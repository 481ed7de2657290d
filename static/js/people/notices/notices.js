/**
 * What a page makes of the notices it is sent. Pure.
 *
 * @typedef {object} Notice  and what its kind brings along, see docs/protocol.md
 * @property {string} kind
 * @property {string} id  of the game, the seek, the ruling or the notice itself
 * @property {string} [says]  its sentence, of a kind that pages have no words for
 * @property {boolean} [read]  whether it was read, of those that stay listed
 */

import { describeDecline } from "../../game/scene/offers.js";
import { describeLeft, describeVacation } from "../../game/scene/time-left.js";
import { shownName } from "../../ui/words/shown-name.js";
import { gettext, language, ngettext } from "../../ui/translate.js";

/** What waits for the player to do something. */
const CALLS = new Set(["began", "turn", "turn_ending", "challenge", "warned"]);
/** What a page says when it is opened, though it may have stood for long: it must not be overlooked. */
const PRESSING = new Set(["began", "challenge", "paired"]);
/** What is listed, but said by no toast: the player has done it, or has read it above the page. */
const QUIET = new Set(["waiting"]);

/** @param {Notice} notice */
export const keyOf = ({ kind, id }) => `${kind}:${id}`;

/**
 * The notices for this page: a table shows by itself what concerns it.
 * @param {Notice[]} notices
 * @param {string | null} table
 */
export const noticesFor = (notices, table, dismissed = []) =>
  notices.filter(
    (notice) => (table === null || (notice.id !== table && notice.game !== table)) &&
      !dismissed.includes(keyOf(notice)),
  );

/**
 * The news that is read by sitting at this table: that one was to come to it.
 * @param {Notice[]} notices
 * @param {string | null} table
 */
export const newsOfTable = (notices, table) =>
  unreadNotices(notices).filter(({ kind, game }) => kind === "paired" && table !== null && game === table);

/** A page goes to a table of an event by itself only while that table is new. */
const TABLE_IS_NEW = 60_000;

/**
 * Whether a table may still be begun; true for other notices.
 * @param {Notice} notice
 * @param {number} now by the server's clock
 */
export const isTimely = ({ kind, at, until }, now) =>
  kind !== "paired" || now < (until ?? Date.parse(at) + TABLE_IS_NEW);

/**
 * Whether a table was opened just now; true for other notices.
 * @param {Notice} notice
 * @param {number} now by the server's clock
 */
export const isNew = (notice, now) =>
  isTimely(notice, now) && (notice.kind !== "paired" || now - Date.parse(notice.at) < TABLE_IS_NEW);

/**
 * The games whose tables a page goes to by itself: that one asked for, and, from a table to the next, that of an
 * event.
 * @param {Notice[]} notices
 */
export const tablesToOpen = (notices, table) =>
  notices.flatMap((notice) => {
    if (notice.kind === "began") return [notice];
    if (notice.kind === "paired" && !notice.read && table !== null) {
      return [{ ...notice, id: notice.game, notice: notice.id }];
    }
    return [];
  });

/** How many are calls, or news that was not read. @param {Notice[]} notices */
export const countCalls = (notices) => notices.filter(({ kind, read }) => CALLS.has(kind) || read === false).length;

/** Those that are news until they are read. @param {Notice[]} notices */
export const unreadNotices = (notices) => notices.filter(({ read }) => read === false);

/**
 * As lists that put the newest first take them: at the top what waits for the player, then the news.
 * @param {Notice[]} notices
 */
export function inOrderOfComing(notices) {
  const isNews = ({ read }) => read !== undefined;
  return [...notices.filter(isNews).reverse(), ...notices.filter((notice) => !isNews(notice))];
}

/**
 * The notices to show a toast for.
 * @param {Notice[]} notices
 * @param {string[] | null} seen  the keys that this tab was shown last; null: none yet
 */
export function freshNotices(notices, seen) {
  const isNew = (notice) => (seen === null ? PRESSING.has(notice.kind) : !seen.includes(keyOf(notice)));
  return notices.filter((notice) => !QUIET.has(notice.kind) && !notice.read && isNew(notice));
}

/**
 * How a page goes to the table of a game that begins: after so many milliseconds, or not by itself.
 * @returns {number | null}
 */
export function delayBeforeTable({ isFront, table }) {
  if (table === null) return isFront ? 0 : 3_000;
  if (table.phase === "waiting") return 0;
  if (table.phase === "over") return 3_000;
  return table.againstBot && !table.isRated ? 5_000 : null;
}

/** What the other player of a notice is called. @param {Notice} notice */
export const nameIn = ({ opponent, by, nickname, program }) => shownName({ name: opponent ?? by, nickname, program });

/** @param {Notice} notice @param {number} left  milliseconds for the move, where there is a limit */
export function describeNotice(notice, left) {
  const name = nameIn(notice);
  switch (notice.kind) {
    case "began":
      return gettext("{name} sat down: your game begins.", { name });
    case "turn":
      return notice.deadline === null
        ? gettext("Your turn against {name}", { name })
        : gettext(
          "Your turn against {name} · {left}",
          { name, left: notice.away_until ? describeVacation(notice.away_until) : describeLeft(left) },
        );
    case "challenge":
      return gettext("{name} challenges you", { name });
    case "waiting":
      return notice.to
        ? gettext("You challenged {name}", { name: notice.to })
        : gettext("You are waiting for an opponent");
    case "declined":
      return describeDecline(name, notice.reason);
    case "warned":
      return gettext("A warning from the host: {reason}", { reason: notice.reason });
    case "muted":
      return notice.until
        ? gettext(
          "You can’t chat until {moment}: {reason}",
          { moment: describeMoment(notice.until), reason: notice.reason },
        )
        : gettext("You can’t chat any more: {reason}", { reason: notice.reason });
    case "forgotten":
      return ngettext(
        "No one had moved for 90 days in {n} game of yours. It’s over and doesn’t count.",
        "No one had moved for 90 days in {n} games of yours. They’re over and don’t count.",
        notice.games,
      );
    case "turn_ending":
      return gettext("Not long for your move against {name}: {left}", { name, left: describeLeft(left) });
    case "invitation":
      return describeInvitation(notice, name);
    case "event_soon":
      return gettext("{event} begins at {time}.", { event: notice.event, time: describeTime(notice.starts) });
    case "event_changed":
      return describeEventChange(notice);
    case "paired":
      return gettext("{event}: you play {name} now.", { event: notice.event, name });
    case "daily_open":
      return gettext("Today’s game is open.");
    case "followed_here":
      return gettext("{name} is here.", { name });
    case "ruling":
      return describeRuling(notice, name);
    case "report_answered":
      return gettext("Your report was answered. Thank you.");
    default:
      return notice.says ?? "";
  }
}

function describeInvitation({ what, title }, name) {
  switch (what) {
    case "asked":
      return gettext("{name} asks to join {title}.", { name, title });
    case "final":
      return gettext("You’ve qualified: {title}", { title });
    case "accepted":
      return gettext("{title} let you in: you’re a member now.", { title });
    case "declined":
      return gettext("{title} declined your request to join.", { title });
    case "owner":
      return gettext("The owner of {title} is gone. It’s yours now.", { title });
    case "boards":
      return gettext("{name} has played your cards: both boards are open.", { name });
    default:
      return gettext("{name} invites you: {title}", { name, title });
  }
}

function describeEventChange({ what, event, reason, minutes }) {
  switch (what) {
    case "called_off":
      return gettext("{event} is called off: {reason}", { event, reason });
    case "extended":
      return gettext("{event} lasts {minutes} minutes longer: {reason}", { event, minutes, reason });
    case "ended":
      return gettext("{event} ends early: {reason}", { event, reason });
    case "disqualified":
      return gettext("You’re disqualified from {event}: {reason}", { event, reason });
    default:
      return event;
  }
}

function describeRuling({ ruling, reason, title }, name) {
  switch (ruling) {
    case "club_rename":
      return gettext("The host changed the name or description of {title}: {reason}", { title, reason });
    case "club_close":
      return gettext("The host closed {title}: {reason}", { title, reason });
    case "unmute":
      return gettext("You can chat again: {reason}", { reason });
    case "void":
      return gettext("The host voided your game against {name}: {reason}", { name, reason });
    case "unban":
      return gettext("Your ban is lifted: {reason}", { reason });
    case "appeal":
      return gettext("The host answered your appeal: {reason}", { reason });
    case "readmit":
      return gettext("You can enter events again: {reason}", { reason });
    default:
      return gettext("The host decided: {reason}", { reason });
  }
}

/** Where a notice leads, within the site; null where there is nothing to see. @param {Notice} notice */
export function addressOf({ kind, game, url, by }) {
  if (game) return `/table/${encodeURIComponent(game)}`;
  if (kind === "followed_here") return `/@${encodeURIComponent(by)}`;
  return /^\/(?![/\\])/.test(url ?? "") ? url : null;
}

const describeTime = (milliseconds) =>
  new Date(milliseconds).toLocaleTimeString(language(), { hour: "numeric", minute: "2-digit" });
const describeMoment = (iso) => new Date(iso).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
