/**
 * Selects and describes a player's notifications. Pure.
 *
 * @typedef {object} Notice  with the fields of its kind, see docs/reference/protocol.md
 * @property {string} kind
 * @property {string} id  of the game, the seek, the ruling or the notification itself
 * @property {string} [says]  its sentence, for a kind that pages have no words for
 * @property {boolean} [read]  whether it was read, for those that stay listed
 */

import { describeDecline } from "../../game/scene/offers.js";
import { describeLeft, describeVacation } from "../../game/scene/time-left.js";
import { shownName } from "../../ui/words/shown-name.js";
import { gettext, language, ngettext } from "../../ui/translate.js";

/** Kinds that need an action of the player. */
const CALLS = new Set(["began", "turn", "turn_ending", "challenge", "warned"]);
/** Kinds that a page shows when it is opened, even old ones, because they must not be overlooked. */
const PRESSING = new Set(["began", "challenge", "paired"]);
/** Kinds that the bar of the player's games says too. */
const IN_THE_BAR = new Set(["turn", "turn_ending"]);
/** Kinds without a toast: the player did it, or has read it above the page. */
const QUIET = new Set(["waiting"]);

/** @param {Notice} notice */
export const keyOf = ({ kind, id }) => `${kind}:${id}`;

/**
 * The notifications for this page. A table leaves out its own.
 * @param {Notice[]} notices
 * @param {string | null} table
 */
export const noticesFor = (notices, table, dismissed = []) =>
  notices.filter(
    (notice) => (table === null || (notice.id !== table && notice.game !== table)) &&
      !dismissed.includes(keyOf(notice)),
  );

/**
 * The news that sitting down at this table marks as read: the call to this table.
 * @param {Notice[]} notices
 * @param {string | null} table
 */
export const newsOfTable = (notices, table) =>
  unreadNotices(notices).filter(({ kind, game }) => kind === "paired" && table !== null && game === table);

/** How long after its creation a table of an event opens automatically. */
const TABLE_IS_NEW = 60_000;

/**
 * Whether a table can still be begun; true for other notifications.
 * @param {Notice} notice
 * @param {number} now by the server's clock
 */
export const isTimely = ({ kind, at, until }, now) =>
  kind !== "paired" || now < (until ?? Date.parse(at) + TABLE_IS_NEW);

/**
 * Whether a table was opened just now; true for other notifications.
 * @param {Notice} notice
 * @param {number} now by the server's clock
 */
export const isNew = (notice, now) =>
  isTimely(notice, now) && (notice.kind !== "paired" || now - Date.parse(notice.at) < TABLE_IS_NEW);

/**
 * The games whose tables a page opens automatically: those that the player asked for, and, from another table, those of
 * an event.
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

/** The number of notifications that need an action or are unread. @param {Notice[]} notices */
export const countCalls = (notices) => notices.filter(({ kind, read }) => CALLS.has(kind) || read === false).length;

/** Unread news. @param {Notice[]} notices */
export const unreadNotices = (notices) => notices.filter(({ read }) => read === false);

/**
 * In the order for lists that put the newest first: at the top those that need an action, then the news.
 * @param {Notice[]} notices
 */
export function inOrderOfComing(notices) {
  const isNews = ({ read }) => read !== undefined;
  return [...notices.filter(isNews).reverse(), ...notices.filter((notice) => !isNews(notice))];
}

/**
 * The notifications to show a toast for.
 * @param {Notice[]} notices
 * @param {string[] | null} seen  the keys that this tab showed last; null: none yet
 */
export function freshNotices(notices, seen) {
  const isNew = (notice) => (seen === null ? PRESSING.has(notice.kind) : !seen.includes(keyOf(notice)));
  return notices.filter((notice) => !QUIET.has(notice.kind) && !notice.read && isNew(notice));
}

/**
 * Whether the page shows a notification already, so that a toast would repeat it.
 * @param {Notice} notice
 * @param {{isListOpen: boolean, isBarNew: boolean}} page  whether the bell's list is open, and whether the bar of the
 *   player's games knows of this turn
 */
export const isShown = ({ kind }, { isListOpen, isBarNew }) => isListOpen || (isBarNew && IN_THE_BAR.has(kind));

/**
 * The delay in milliseconds before a page opens the table of a game that begins, or null if it does not.
 * @returns {number | null}
 */
export function delayBeforeTable({ isFront, table }) {
  if (table === null) return isFront ? 0 : 3_000;
  if (table.phase === "waiting") return 0;
  if (table.phase === "over") return 3_000;
  return table.againstBot && !table.isRated ? 5_000 : null;
}

/** The name of the other player of a notification. @param {Notice} notice */
export const nameIn = ({ opponent, by, nickname, program }) => shownName({ name: opponent ?? by, nickname, program });

/** @param {Notice} notice @param {number} left  milliseconds for the move, if there is a limit */
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
        "{n} game of yours had no move for 90 days. It’s over and doesn’t count.",
        "{n} games of yours had no move for 90 days. They’re over and don’t count.",
        notice.games,
      );
    case "turn_ending":
      return gettext("Little time left for your move against {name}: {left}", { name, left: describeLeft(left) });
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
      return gettext("{title} has lost its owner. You are the owner now.", { title });
    case "boards":
      return gettext("{name} has played your cards: you can compare the two games.", { name });
    default:
      return gettext("{name} invites you: {title}", { name, title });
  }
}

function describeEventChange({ what, event, reason, minutes, starts }) {
  switch (what) {
    case "message":
      return gettext("{event}: {reason}", { event, reason });
    case "corrected":
      return gettext("The result of your game in {event} is corrected: {reason}", { event, reason });
    case "reinstated":
      return gettext("You’re back in {event}: {reason}", { event, reason });
    case "edited":
      return starts === undefined
        ? gettext("{event} has changed: {reason}", { event, reason })
        : gettext("{event} now begins on {moment}: {reason}", { event, reason, moment: describeMoment(starts) });
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
      return gettext("The host called off your game against {name}: {reason}", { name, reason });
    case "unban":
      return gettext("Your ban is lifted: {reason}", { reason });
    case "appeal":
      return gettext("The host answered your appeal: {reason}", { reason });
    case "remove":
      return gettext("The host took down a game that you shared: {reason}", { reason });
    case "restore":
      return gettext("You can share a game again that the host took down: {reason}", { reason });
    case "readmit":
      return gettext("You can enter events again: {reason}", { reason });
    default:
      return gettext("The host decided: {reason}", { reason });
  }
}

/** The URL of a notification, within the site, or null. @param {Notice} notice */
export function addressOf({ kind, game, url, by }) {
  if (game) return `/table/${encodeURIComponent(game)}`;
  if (kind === "followed_here") return `/@${encodeURIComponent(by)}`;
  return /^\/(?![/\\])/.test(url ?? "") ? url : null;
}

const describeTime = (milliseconds) =>
  new Date(milliseconds).toLocaleTimeString(language(), { hour: "numeric", minute: "2-digit" });
const describeMoment = (iso) => new Date(iso).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
