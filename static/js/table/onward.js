/** When a show goes on by itself. */

const WATCHERS_LOOK = 6_000;
const A_LOOK = 1_500;
const FOR_A_PART = 500;

/**
 * How long a hand that was counted is looked at before the game goes on by itself, in milliseconds; null where it waits for the
 * player, as it does after a show that the player asked to see again, and where hands are counted by hand.
 * @param {import("../game/scene.js").Scene} scene @param {"hand"|"auto"|undefined} wish the reader's @param {number} tempo
 */
export function onwardTime({ watching, counting, showing }, wish, tempo) {
  if (watching) return WATCHERS_LOOK;
  if (wish !== "auto" || counting !== "auto" || showing.again) return null;
  return (A_LOOK + FOR_A_PART * showing.parts.length) * tempo;
}
