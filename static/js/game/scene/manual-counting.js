/**
 * Hands that players count themselves: the next action, and its texts. Pure.
 *
 * @typedef {{seat: number, what: string, cards: string[], starter: string, claimed: number|null}} Laid
 */

import { numberInWords } from "../../ui/words/number-words.js";
import { capitalize, gettext, ngettext } from "../../ui/translate.js";
import { describeEvent, describePegging, youOrName } from "./event-texts.js";

export const MOST = 29;

const OF_THE_SHOW = new Set(["hand", "crib", "muggins", "overcount"]);

/** Whether a `pegged` event belongs to the hand that was just counted. */
export const isShowPoints = (pegged) => OF_THE_SHOW.has(pegged.kind);

const isMyTurn = (scene) => !scene.watching && !scene.showing && scene.turn.includes(scene.you);

export const mayClaim = (scene) => scene.phase === "count" && isMyTurn(scene);
export const mayCall = (scene) => scene.phase === "call" && isMyTurn(scene);

/** The points in a field, or null if its text is no count from 0 to 29. */
export function parsePoints(text) {
  return /^\d{1,2}$/.test(text.trim()) && Number(text) <= MOST ? Number(text) : null;
}

/** The field after one more digit. If the two digits are no count, a new one begins. */
export function appendDigit(text, digit) {
  const points = parsePoints(`${text}${digit}`);
  return points === null ? digit : String(points);
}

/** The field one step up or down. */
export const stepPoints = (text, by) => Math.min(MOST, Math.max(0, (parsePoints(text) ?? 0) + by));

export const describeCall = (called) => (
  called.points ? gettext("Muggins, {points}!", { points: numberInWords(called.points) }) : gettext("Pass")
);

/** Describes the next action while a hand is open to be counted. */
export function countPrompt(scene, who) {
  const { seat, what, claimed } = scene.laid;
  if (mayClaim(scene)) {
    return what === "crib"
      ? gettext("Count your crib: what’s it worth?")
      : gettext("Count your hand: what’s it worth?");
  }
  if (mayCall(scene)) {
    return gettext("{name} claims {points}. Any points missed?", { name: who.names[seat], points: claimed });
  }
  const says = scene.phase === "call" ? mayBeCalled(1 - seat, who) : isCounting(seat, what, who);
  return scene.watching ? gettext("You’re watching. {says}", { says }) : says;
}

const mayBeCalled = (caller, who) => youOrName(
  caller,
  who,
  () => gettext("You can call muggins…"),
  (name) => gettext("{name} can call muggins…", { name }),
);

function isCounting(seat, what, who) {
  if (what === "crib") {
    return youOrName(
      seat,
      who,
      () => gettext("You count your crib…"),
      (name) => gettext("{name} counts the crib…", { name }),
    );
  }
  return youOrName(
    seat,
    who,
    () => gettext("You count your hand…"),
    (name) => gettext("{name} counts the hand…", { name }),
  );
}

/** Describes the difference between the claimed, called and pegged points of a count: a sentence each. */
export function describeReckoning(counted, reckoned, who) {
  const claimed = reckoned.find(({ e }) => e === "claimed");
  if (!claimed) return [];
  const taken = reckoned.find(({ kind }) => kind === "muggins")?.points ?? 0;
  const goesWithoutSaying = (event) => event.e === "called" && event.points === taken;
  const says = reckoned
    .filter((event) => !goesWithoutSaying(event))
    .map((event) => (event.e === "pegged" ? describePegging(event, who) : describeEvent(event, who)))
    .filter(Boolean);
  const left = counted.points - claimed.points - taken;
  if (left > 0) {
    says.push(
      ngettext(
        "{points} point was missed.",
        "{points} points were missed.",
        left,
        { points: capitalize(numberInWords(left)) },
      ),
    );
  }
  return says;
}
