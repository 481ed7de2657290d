/** Builds the rows of notifications, with the player's possible actions. */

import { counterOffer, declineReasons, describeSettings } from "../../game/scene/offers.js";
import { buildStakes } from "../../ranking/stake-view.js";
import { html, setText } from "../../ui/dom.js";
import { onExclusiveClick } from "../../ui/exclusive-click.js";
import { gettext, interpolateNodes } from "../../ui/translate.js";
import { addressOf, describeNotice, keyOf, nameIn } from "./notices.js";

/**
 * @typedef {object} Deeds  the player's actions
 * @property {(seek: object) => Promise<void>} accept
 * @property {(seek: object, reason: string) => Promise<void>} decline
 * @property {(seek: object) => Promise<void>} withdraw
 * @property {(by: string, settings: object) => Promise<void>} offer
 * @property {(ruling: object) => Promise<void>} markRead
 * @property {(notices: object[]) => void} markSeen  for stored ones
 * @property {(notice: object) => void} dismiss
 * @property {number | null} points  my own, among people
 * @property {(notice: object) => number} left  milliseconds for the move
 */

export const tableUrl = (game) => `/table/${encodeURIComponent(game)}`;

const button = (words, look, act) =>
  onExclusiveClick(html("button", { class: `button small ${look}`, type: "button" }, words), act);
const actions = (...children) => html("div", { class: "actions" }, ...children);

/** Their sentence contains the time left. */
const TIMED = new Set(["turn", "turn_ending"]);
/** Those with a button that dismisses them for good. */
const DISMISSED = new Set(["declined", "forgotten"]);

/** @param {Deeds} does @param {(notice: object) => void} [hide]  removes the row, if it is also shown elsewhere */
export const noticeRow = (does, hide) => ({
  keyOf,
  make: (notice) => {
    const row = html("li", { class: notice.kind }, ...(PARTS[notice.kind] ?? plain)(notice, does));
    if (hide && !DISMISSED.has(notice.kind)) {
      (row.querySelector(".actions") ?? row).append(button(gettext("Later"), "plain", () => hide(notice)));
    }
    return row;
  },
  update: (row, notice) => {
    row.classList.toggle("read", notice.read === true);
    if (TIMED.has(notice.kind)) setText(row.querySelector(".words"), describeNotice(notice, does.left(notice)));
  },
});

const words = (notice, does) => html("p", { class: "words" }, describeNotice(notice, does.left(notice)));
const plain = (notice, does) => {
  const address = addressOf(notice);
  if (!address) return [words(notice, does)];
  const link = html("a", { class: "button small quiet", href: address }, gettext("Open"));
  link.addEventListener("click", () => does.markSeen([notice]));
  return [words(notice, does), actions(link)];
};

const PARTS = {
  challenge,
  began: (notice, does) => [words(notice, does), actions(toTable(notice, gettext("Go to the table")))],
  turn: (notice, does) => [words(notice, does), actions(toTable(notice, gettext("Play")))],
  turn_ending: (notice, does) => [words(notice, does), actions(toTable(notice, gettext("Play")))],
  waiting: (notice, does) => {
    const about = html(
      "div",
      { class: "words" },
      words(notice, does),
      html("p", { class: "settings" }, describeSettings(notice)),
    );
    return [about, actions(button(gettext("Stop waiting"), "quiet", () => does.withdraw(notice)))];
  },
  declined: (notice, does) => {
    const again = counterOffer(notice, notice.reason);
    const offer = again && button(gettext("Offer that"), "", () => does.offer(notice.by, again));
    return [words(notice, does), actions(offer, button(gettext("Dismiss"), "plain", () => does.dismiss(notice)))];
  },
  forgotten: (notice, does) =>
    [words(notice, does), actions(button(gettext("Dismiss"), "plain", () => does.dismiss(notice)))],
  warned: (notice, does) =>
    [words(notice, does), actions(button(gettext("I have read this"), "", () => does.markRead(notice)))],
};

const toTable = ({ id }, says) => html("a", { class: "button small", href: tableUrl(id) }, says);

function challenge(seek, does) {
  const answers = actions();
  const reasons = html(
    "div",
    {
      class: "reasons",
      role: "group",
      "aria-label": gettext("Answers to {name}", { name: nameIn(seek) }),
      hidden: true,
    },
  );
  const ask = (asking) => {
    answers.hidden = asking;
    reasons.hidden = !asking;
    (asking ? reasons : answers).querySelector(asking ? "button" : "button:last-child").focus({ preventScroll: true });
  };
  answers.append(
    button(gettext("Accept"), "", () => does.accept(seek)),
    button(gettext("Decline"), "quiet", () => ask(true)),
  );
  reasons.append(
    ...declineReasons(seek).map(([key, says]) => button(says, "quiet", () => does.decline(seek, key))),
    button(gettext("Back"), "plain", () => ask(false)),
  );
  const asked = interpolateNodes(gettext("{name} challenges you"), { name: html("strong", {}, nameIn(seek)) });
  const stakes = buildStakes(seek, does.points);
  return [
    html(
      "div",
      { class: "words" },
      html("p", {}, ...asked),
      html("p", { class: "settings" }, describeSettings(seek)),
      stakes ?? "",
    ),
    answers,
    reasons,
  ];
}
