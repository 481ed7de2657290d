/** Describes the settings of an offered game, and the answers to a challenge. Pure. */

import { gettext, ngettext } from "../../ui/translate.js";

const COUNTING = { auto: gettext("counted for you"), manual: gettext("counted by hand"), muggins: gettext("muggins") };
const CLOCK = {
  none: gettext("no clock"),
  quick: gettext("2\u00a0min\u00a0+\u00a05\u00a0s"),
  standard: gettext("5\u00a0min\u00a0+\u00a010\u00a0s"),
  relaxed: gettext("a day a move"),
};

const REASONS = {
  later: gettext("Not now"),
  faster: gettext("A faster clock, please"),
  slower: gettext("A slower clock, please"),
  shorter: gettext("A shorter game, please"),
  auto: gettext("Automatic counting, please"),
  no: gettext("No, thank you"),
};

// The clock that a request for a faster game changes the offer to.
const FASTER = { none: "standard", relaxed: "standard", standard: "quick" };
const SLOWER = { quick: "standard", standard: "relaxed" };

/**
 * @typedef {object} Settings
 * @property {121 | 61} target
 * @property {"auto" | "manual" | "muggins"} counting
 * @property {"none" | "quick" | "standard" | "relaxed"} clock
 * @property {1 | 3 | 5 | 7} [best_of]
 * @property {number} [ahead]  head start in holes of the player who offers it
 * @property {string} [by]  the player who offers it
 * @property {string | null} [to]
 * @property {boolean} [rated]
 * @property {boolean} [quick]
 */

/** @param {Settings} game */
export function describeSettings(
  { target, counting, clock, rated, quick, best_of = 1, ahead = 0, by = null, to = null }
) {
  const played = rated && clock === "none" ? "relaxed" : clock; // a rated game needs a limit of time
  const words = [gettext("to {target}", { target }), COUNTING[counting] ?? counting, CLOCK[played] ?? played];
  if (ahead) words.push(describeHoles(Math.abs(ahead), ahead > 0 ? by : to));
  if (best_of > 1) words.push(gettext("best of {n}", { n: best_of }));
  if (rated) words.push(gettext("rated"));
  if (quick) words.push(gettext("or similar"));
  return words.join(", ");
}

/**
 * "9 holes for Grandpa". Without a name it is the player who opens a link.
 * @param {number} n
 * @param {string | null} name
 */
const describeHoles = (n, name) =>
  name
    ? ngettext("{n} hole for {name}", "{n} holes for {name}", n, { name })
    : ngettext("{n} hole for your friend", "{n} holes for your friend", n);

/** The possible reasons to decline this challenge, as [key, words]. */
export function declineReasons({ target, counting, clock }) {
  const fits = { faster: clock in FASTER, slower: clock in SLOWER, shorter: target > 61, auto: counting !== "auto" };
  return Object.entries(REASONS).filter(([key]) => fits[key] ?? true);
}

export const describeDecline = (by, reason) =>
  REASONS[reason]
    ? gettext("{name} declines: “{reason}.”", { name: by, reason: REASONS[reason] })
    : gettext("{name} declines.", { name: by });

/**
 * The offer changed to the terms of the player who declined it, or null if they want none.
 * @param {Settings} offer
 * @returns {Settings | null}
 */
export function counterOffer(offer, reason) {
  const { target, counting, clock, rated = false, best_of = 1, ahead = 0 } = offer;
  const head = ahead ? { ahead } : {};
  switch (reason) {
    case "faster":
      return { target, counting, clock: FASTER[clock] ?? clock, rated, best_of, ...head };
    case "slower":
      return { target, counting, clock: SLOWER[clock] ?? clock, rated, best_of, ...head };
    case "shorter":
      return { target: 61, counting, clock, rated: false, best_of, ...head }; // rated games go to 121
    case "auto":
      return { target, counting: "auto", clock, rated, best_of, ...head };
    default:
      return null;
  }
}
