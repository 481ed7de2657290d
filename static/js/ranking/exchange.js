/**
 * Computes the stakes of a game as ranking/rules/points.py does: linear Elo, K = 42, with floors, caps and gates. Pure.
 */

import { gettext, ngettext } from "../ui/translate.js";

const EVEN = 21; // between equals, half of K
const STEP = 25; // points of difference per point of change
const MOST = 41;
const LEAST = 2;

/** A bot's points never change. From `gate` points on, a game with it does not change the player's points either. */
export const BOTS = {
  novice: { name: "Novice", points: 1500, least: 1, gate: 2500 },
  intermediate: { name: "Intermediate", points: 2000, least: 2, gate: 2750 },
  advanced: { name: "Advanced", points: 2500, least: 4, gate: Infinity },
};

/** @typedef {{win: number, loss: number, why: string}} Exchange  the gain of a win, the cost of a loss */

/**
 * The stakes of a game with an opponent of these points, or with a bot by name.
 * @param {number} own
 * @param {number | keyof BOTS} opponent
 * @returns {Exchange}
 */
export function exchange(own, opponent) {
  if (typeof opponent === "number") return atStake(own, opponent, LEAST);
  const { name, points, least, gate } = BOTS[opponent];
  if (own >= gate) {
    return {
      win: 0,
      loss: 0,
      why: gettext("From {gate} points up, games against {name} don’t count.", { gate, name }),
    };
  }
  return atStake(own, points, least);
}

/**
 * The stakes of a game with a head start: the holes make its players equals.
 * @param {number} own
 * @returns {Exchange}
 */
export const exchangeBetweenEquals = (own) => ({
  ...exchange(own, own), why: gettext("The head start makes the game even: you play for {even}.", { even: EVEN }),
});

function atStake(own, opponent, least) {
  const [win, loss] = [worth(opponent - own), worth(own - opponent)];
  const [wins, costs] = [within(least, win), within(LEAST, loss)];
  const notes = [difference(own, opponent)];
  if (wins !== win) notes.push(boundedWin(wins, least));
  if (costs !== loss) notes.push(boundedLoss(costs));
  if (costs > own) notes.push(gettext("Points never go below 0."));
  return { win: wins, loss: Math.min(costs, own), why: notes.join(" ") };
}

/** The gain of a win over a player with more points; never halfway between two numbers. */
const worth = (above) => Math.round(EVEN + above / STEP);

const within = (least, points) => Math.max(least, Math.min(MOST, points));

function difference(own, opponent) {
  if (own === opponent) return gettext("Equal points: you play for {even}.", { even: EVEN });
  const steps = Math.abs(worth(opponent - own) - EVEN);
  if (steps === 0) {
    return gettext(
      "A difference of up to {apart} points counts as equal: you play for {even}.",
      { apart: Math.floor(STEP / 2), even: EVEN },
    );
  }
  const about = { steps, even: EVEN };
  const apart = Math.abs(own - opponent);
  if (opponent > own) {
    return ngettext(
      "Your opponent has {n} more point: a win brings {steps} more than {even}, a loss costs {steps} less.",
      "Your opponent has {n} more points: a win brings {steps} more than {even}, a loss costs {steps} less.",
      apart, about,
    );
  }
  return ngettext(
    "Your opponent has {n} fewer point: a win brings {steps} less than {even}, a loss costs {steps} more.",
    "Your opponent has {n} fewer points: a win brings {steps} less than {even}, a loss costs {steps} more.",
    apart, about,
  );
}

const boundedWin = (points, least) =>
  points === least
    ? gettext("A win brings at least {points}.", { points })
    : gettext("A win brings at most {points}.", { points });

const boundedLoss = (points) =>
  points === LEAST
    ? gettext("A loss costs at least {points}.", { points })
    : gettext("A loss costs at most {points}.", { points });

const gain = (points) => (points ? `+${points}` : "0");

/** "win +13, lose 29" @param {{win: number, loss: number}} stake */
export const describeStake = ({ win, loss }) => (
  win || loss ? gettext("win {gain}, lose {loss}", { gain: gain(win), loss }) : gettext("no points at stake")
);
