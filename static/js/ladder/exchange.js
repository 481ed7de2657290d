/** What a game is worth, as ranking/points.py has it: linear Elo, K = 42, with its floors, caps and gates. Pure. */

const EVEN = 21; // between equals, half of K
const STEP = 25; // so many points of difference move one point
const MOST = 41;
const LEAST = 2;

/** A bot's points never change; from `gate` points on, a game with it does not change anybody else's either. */
export const BOTS = {
  novice: { name: "Novice", points: 1500, least: 1, gate: 2500 },
  intermediate: { name: "Intermediate", points: 2000, least: 2, gate: 2750 },
  advanced: { name: "Advanced", points: 2500, least: 4, gate: Infinity },
};

/** @typedef {{win: number, loss: number, why: string}} Exchange  what a win brings, what a loss costs */

/**
 * What a game with an opponent of these points, or with a bot by name, brings or costs.
 * @param {number} own
 * @param {number | keyof BOTS} opponent
 * @returns {Exchange}
 */
export function exchange(own, opponent) {
  if (typeof opponent === "number") return atStake(own, opponent, LEAST);
  const { name, points, least, gate } = BOTS[opponent];
  if (own >= gate) return { win: 0, loss: 0, why: `From ${gate} points on, a game with ${name} changes nothing.` };
  return atStake(own, points, least);
}

function atStake(own, opponent, least) {
  const [win, loss] = [worth(opponent - own), worth(own - opponent)];
  const [wins, costs] = [within(least, win), within(LEAST, loss)];
  const notes = [difference(own, opponent)];
  if (wins !== win) notes.push(bounded("win", "is worth", wins, least));
  if (costs !== loss) notes.push(bounded("loss", "costs", costs, LEAST));
  if (costs > own) notes.push("Points never fall below 0.");
  return { win: wins, loss: Math.min(costs, own), why: notes.join(" ") };
}

/** What a win over somebody so many points above is worth; never halfway between two numbers. */
const worth = (above) => Math.round(EVEN + above / STEP);

const within = (least, points) => Math.max(least, Math.min(MOST, points));

function difference(own, opponent) {
  if (own === opponent) return `Equals play for ${EVEN}.`;
  const steps = Math.abs(worth(opponent - own) - EVEN);
  if (steps === 0) return `Up to ${Math.floor(STEP / 2)} points apart, two play as equals: for ${EVEN}.`;
  const [where, win, loss] = opponent > own ? ["above", "more", "less"] : ["below", "less", "more"];
  const apart = `The opponent stands ${Math.abs(own - opponent)} points ${where}`;
  return `${apart}: a win is worth ${steps} ${win} than ${EVEN}, a loss costs ${steps} ${loss}.`;
}

const bounded = (result, does, points, least) => `A ${result} ${does} no ${points === least ? "less" : "more"} than ${points}.`;
