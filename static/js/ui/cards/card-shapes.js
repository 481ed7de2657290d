/**
 * The shapes on the cards, as our own paths. No font is used, so every device shows the same figures. Pure.
 *
 * Pips are centered on the origin and only use absolute M, L and C, so negating every number turns a shape upside down.
 */

/** Strokes in a box of 14 by 20. */
export const RANKS = {
  A: "M1.5 18.5L7 1.5L12.5 18.5M3.6 12.6H10.4",
  2: "M2 6.2C2 3.2 4.1 1.5 7 1.5C10 1.5 12 3.3 12 6C12 8.3 10.6 10 8.6 11.9L2 18.5H12.5",
  3: "M2.3 1.5H11.4L6.7 7.9C10.1 7.9 12.5 9.9 12.5 13.1C12.5 16.4 10 18.5 6.8 18.5C4.4 18.5 2.5 17.4 1.6 15.4",
  4: "M10 18.5V1.5L1.5 13.4H13.2",
  5: "M11.5 1.5H3.6L2.7 8.8C3.8 7.8 5.2 7.3 6.8 7.3C10.1 7.3 12.4 9.5 12.4 12.8C12.4 16.2 10 18.5 6.7 18.5C4.3 18.5 2.5 17.4 1.6 15.5",
  6: "M11.4 3.8C10.6 2.3 9.2 1.5 7.4 1.5C3.7 1.5 1.6 4.9 1.6 10.8C1.6 15.8 3.6 18.5 7 18.5C10.1 18.5 12.4 16.3 12.4 13.1C12.4 10 10.2 7.9 7.3 7.9C4.3 7.9 2 9.8 1.6 12.2",
  7: "M1.8 1.5H12.4C8.8 6.4 6.7 11.8 6.1 18.5",
  8: "M7 9.3C4.4 9.3 2.6 7.8 2.6 5.4C2.6 3 4.4 1.5 7 1.5C9.6 1.5 11.4 3 11.4 5.4C11.4 7.8 9.6 9.3 7 9.3C3.8 9.3 1.6 11.2 1.6 13.9C1.6 16.7 3.8 18.5 7 18.5C10.2 18.5 12.4 16.7 12.4 13.9C12.4 11.2 10.2 9.3 7 9.3Z",
  9: "M2.6 16.2C3.4 17.7 4.8 18.5 6.6 18.5C10.3 18.5 12.4 15.1 12.4 9.2C12.4 4.2 10.4 1.5 7 1.5C3.9 1.5 1.6 3.7 1.6 6.9C1.6 10 3.8 12.1 6.7 12.1C9.7 12.1 12 10.2 12.4 7.8",
  T: "M1 4.6L3.4 1.5V18.5M10 1.5C7.6 1.5 6.6 5 6.6 10C6.6 15 7.6 18.5 10 18.5C12.4 18.5 13.4 15 13.4 10C13.4 5 12.4 1.5 10 1.5Z",
  J: "M7 1.5H12.6M10.3 1.5V13.4C10.3 16.7 8.7 18.5 6 18.5C3.5 18.5 1.8 17 1.4 14.3",
  Q: "M7 1.5C3.5 1.5 1.5 4.8 1.5 10C1.5 15.2 3.5 18.5 7 18.5C10.5 18.5 12.5 15.2 12.5 10C12.5 4.8 10.5 1.5 7 1.5ZM8 13.6L12.8 19.4",
  K: "M2.5 1.5V18.5M12 1.5L2.5 11.6M5.8 8.4L12.6 18.5",
};

/** A pip around the origin, some 20 high. Each suit has its own outline. */
export const PIPS = {
  S: "M0 -10C1.8 -6.4 9 -2.6 9 3C9 6 6.8 7.8 4.4 7.8C3 7.8 1.8 7.2 1 6.2C1.2 8 2 9.4 3.4 10L-3.4 10C-2 9.4 -1.2 8 -1 6.2C-1.8 7.2 -3 7.8 -4.4 7.8C-6.8 7.8 -9 6 -9 3C-9 -2.6 -1.8 -6.4 0 -10Z",
  H: "M0 10C-2.4 5.6 -9.6 1.4 -9.6 -4.2C-9.6 -7.4 -7.2 -9.4 -4.6 -9.4C-2.4 -9.4 -0.8 -8.2 0 -6C0.8 -8.2 2.4 -9.4 4.6 -9.4C7.2 -9.4 9.6 -7.4 9.6 -4.2C9.6 1.4 2.4 5.6 0 10Z",
  D: "M0 -10.6C2.2 -6.4 4.8 -3 7.8 0C4.8 3 2.2 6.4 0 10.6C-2.2 6.4 -4.8 3 -7.8 0C-4.8 -3 -2.2 -6.4 0 -10.6Z",
  C: "M0 -10C2.6 -10 4.6 -8 4.6 -5.4C4.6 -4 4 -2.8 3 -2C3.6 -2.3 4.4 -2.6 5.2 -2.6C7.8 -2.6 9.8 -0.6 9.8 2C9.8 4.6 7.8 6.6 5.2 6.6C3.4 6.6 1.8 5.6 1 4.2C1 6.8 1.8 9 3.6 10L-3.6 10C-1.8 9 -1 6.8 -1 4.2C-1.8 5.6 -3.4 6.6 -5.2 6.6C-7.8 6.6 -9.8 4.6 -9.8 2C-9.8 -0.6 -7.8 -2.6 -5.2 -2.6C-4.4 -2.6 -3.6 -2.3 -3 -2C-4 -2.8 -4.6 -4 -4.6 -5.4C-4.6 -8 -2.6 -10 0 -10Z",
};

const SIDE = 8.8;
const CORNERS = [[-SIDE, -26], [SIDE, -26], [-SIDE, 26], [SIDE, 26]];
const SIDES = [[-SIDE, 0], [SIDE, 0]];
const NINE = [...CORNERS, [-SIDE, -8.7], [SIDE, -8.7], [-SIDE, 8.7], [SIDE, 8.7]];
const SPOTS = {
  A: [[0, 0]],
  2: [[0, -26], [0, 26]],
  3: [[0, -26], [0, 0], [0, 26]],
  4: CORNERS,
  5: [...CORNERS, [0, 0]],
  6: [...CORNERS, ...SIDES],
  7: [...CORNERS, ...SIDES, [0, -13]],
  8: [...CORNERS, ...SIDES, [0, -13], [0, 13]],
  9: [...NINE, [0, 0]],
  T: [...NINE, [0, -17.3], [0, 17.3]],
};

const round = (n) => Math.round(n * 100) / 100;

/** A shape made larger by `size` (turned upside down if that is negative) and moved to x, y. */
export function placeShape(shape, x, y, size) {
  let isAcross = false;
  return shape.replace(/-?[\d.]+/g, (number) => {
    isAcross = !isAcross;
    return ` ${round(Number(number) * size + (isAcross ? x : y))}`;
  });
}

const PIP = 0.6;
const PIP_OF_MANY = 0.5; // nine and ten are close together
const ACE = 1.6;

const pipSize = (rank) => (rank === "A" ? ACE : "9T".includes(rank) ? PIP_OF_MANY : PIP);

/** All pips of a card from ace to ten, around the middle of their field. Those below the middle are rotated. */
export const pipsPath = (card) =>
  SPOTS[card[0]].map(([x, y]) => placeShape(PIPS[card[1]], x, y, (y > 0 ? -1 : 1) * pipSize(card[0]))).join("");
