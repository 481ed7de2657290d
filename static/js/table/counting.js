/**
 * Hands counted by hand: who is to do what, and how it is said. Pure.
 *
 * @typedef {{seat: number, what: string, cards: string[], starter: string, claimed: number|null}} Laid
 */

import { capital, number, sentence, subject, verb, whose } from "./say.js";

export const MOST = 29;

const OF_THE_SHOW = new Set(["hand", "crib", "muggins", "overcount"]);

/** Whether a `pegged` belongs to the hand that was just counted. */
export const isOfTheShow = (pegged) => OF_THE_SHOW.has(pegged.kind);

const mine = (scene) => !scene.watching && !scene.showing && scene.turn.includes(scene.you);

export const mayClaim = (scene) => scene.phase === "count" && mine(scene);
export const mayCall = (scene) => scene.phase === "call" && mine(scene);

/** What a field holds as points, or null if that is no count: 0..29. */
export function points(text) {
  return /^\d{1,2}$/.test(text.trim()) && Number(text) <= MOST ? Number(text) : null;
}

/** The field one step up or down. */
export const stepped = (text, by) => Math.min(MOST, Math.max(0, (points(text) ?? 0) + by));

export const callSays = (called) => (called.points ? `Muggins, ${number(called.points)}!` : "Pass");

/** What is wanted while a hand lies open to be counted. */
export function countPrompt(scene, who) {
  const { seat, what, claimed } = scene.laid;
  const watching = scene.watching ? "You are watching. " : "";
  if (mayClaim(scene)) return `Count your ${what}: what is it worth?`;
  if (mayCall(scene)) return `${who.names[seat]} claims ${number(claimed)}: is that all?`;
  if (scene.phase === "call") return `${watching}${capital(subject(1 - seat, who))} may call muggins…`;
  return `${watching}${verb(seat, who, "count")} ${seat === who.you ? "your" : "the"} ${what}…`;
}

/** What to say beside a count of what was claimed, called and pegged: a sentence each. */
export function reckoning(counted, reckoned, who) {
  const claimed = reckoned.find(({ e }) => e === "claimed");
  if (!claimed) return [];
  const taken = reckoned.find(({ kind }) => kind === "muggins")?.points ?? 0;
  const goesWithoutSaying = (event) => event.e === "called" && event.points === taken;
  const says = reckoned.filter((event) => !goesWithoutSaying(event)).map((event) => sentence(event, who)).filter(Boolean);
  const left = counted.points - claimed.points - taken;
  if (left > 0) says.push(`${capital(number(left))} ${left === 1 ? "was" : "were"} left on the table.`);
  return says;
}

/** The title over the cards: "Your hand", "Anna’s crib". */
export const titleOf = ({ seat, what }, who) => capital(`${whose(seat, who)} ${what}`);
