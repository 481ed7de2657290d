/**
 * The court cards: half a figure each, which the card shows twice around its middle. Pure.
 *
 * Twelve people are composed of a few parts. The rank determines head and clothes, the suit the held object, the
 * pattern of the robe and the direction of the look. A part is [class, path]. The classes are colors
 * (css/base/cards.css).
 */

import { PIPS, placeShape } from "./card-shapes.js";

const ball = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const balls = (r, ...places) => places.map(([x, y]) => ball(x, y, r)).join("");

const ROBE = "M-15 0V-5C-14 -9.4 -9 -11 -4 -11.8H4C9 -11 14 -9.4 15 -5V0Z";
const NECK = "M-2.6 -14.5V-10.6L0 -7.4L2.6 -10.6V-14.5Z";
const FACE = "M-5 -24.5C-5.4 -17.6 -4 -13.4 0 -12.4C4 -13.4 5.4 -17.6 5 -24.5Z";
const EYES = "M-3.7 -20.7C-3 -21.5 -1.9 -21.5 -1.2 -20.9M1.2 -20.9C1.9 -21.5 3 -21.5 3.7 -20.7M.3 -20.4L-.6 -17.5H.5";
const PUPILS = balls(0.6, [-2.4, -19.8], [2.4, -19.8]);
const BELT = "M-15 -1.7H15V0H-15Z";
const STUDS = balls(0.75, [-12, 0], [-6, 0], [0, 0], [6, 0], [12, 0]);

/** The clothes of a rank, below and above the face. */
const BELOW = {
  J: [
    [
      "hair",
      "M-5.4 -25C-8.6 -22 -7.2 -17.5 -8.8 -14.2C-6 -12.6 -4 -13.4 -3 -15H3C4 -13.4 6 -12.6 8.8 -14.2C7.2 -17.5 8.6 -22 5.4 -25Z",
    ],
    ["trim", "M-4.6 -12L0 -4.6L4.6 -12L8.4 -10.9L0 0L-8.4 -10.9Z"],
  ],
  Q: [
    [
      "hair",
      "M-5 -26C-9.6 -23 -7.4 -17 -9.4 -13.2C-10.4 -11 -9.4 -8.6 -7.6 -7.6L-3 -13H3L7.6 -7.6C9.4 -8.6 10.4 -11 9.4 -13.2C7.4 -17 9.6 -23 5 -26Z",
    ],
    ["paper", "M-7 -11.2C-6 -6.4 -3 -4.4 0 -4.4C3 -4.4 6 -6.4 7 -11.2L2.6 -12L0 -8.4L-2.6 -12Z"],
  ],
  K: [
    [
      "hair",
      "M-5.4 -25C-8.8 -22.4 -7.6 -18 -8.8 -15.4C-7.4 -13 -4.6 -13.4 -4 -16H4C4.6 -13.4 7.4 -13 8.8 -15.4C7.6 -18 8.8 -22.4 5.4 -25Z",
    ],
    ["paper", "M-10.2 -10.6C-9 -5.4 -4 -2.8 0 -2.8C4 -2.8 9 -5.4 10.2 -10.6L4 -12L0 -8L-4 -12Z"],
    ["ink", balls(0.55, [-7.4, -8.4], [-4.4, -6], [0, -4.4], [4.4, -6], [7.4, -8.4])],
  ],
};
const ABOVE = {
  J: [
    ["line", "M-1.5 -15.2C-.6 -14.7 .6 -14.7 1.5 -15.2"],
    ["trim", "M-7.4 -23.4C-8.6 -28.6 -4 -31 1 -30.6C6 -30.2 8.6 -27.4 7.4 -23.4C3 -24.8 -3 -24.8 -7.4 -23.4Z"],
    ["gold", "M-7.6 -23C-3 -24.4 3 -24.4 7.6 -23L7.2 -25.2C3 -26.6 -3 -26.6 -7.2 -25.2Z"],
    ["gold", "M4.6 -27C6 -31.6 9 -34 13.6 -34.4C13.4 -30.4 10.6 -27.6 5.6 -26.2Z"],
  ],
  Q: [
    ["lips", "M-1.5 -15.4C-.9 -16 -.4 -16 0 -15.6C.4 -16 .9 -16 1.5 -15.4C.7 -14.4 -.7 -14.4 -1.5 -15.4Z"],
    ["gold", "M-6 -23.4L-7.4 -30L-3.4 -27.4L0 -31L3.4 -27.4L7.4 -30L6 -23.4C3 -24.8 -3 -24.8 -6 -23.4Z"],
    ["trim", balls(0.8, [-3.6, -25.7], [0, -26.1], [3.6, -25.7])],
    ["gold", balls(0.85, [-2.8, -9.8], [0, -7.6], [2.8, -9.8])],
  ],
  K: [
    [
      "hair",
      "M-5.2 -19C-5.6 -14.6 -3.4 -10 0 -8.6C3.4 -10 5.6 -14.6 5.2 -19C4.4 -17 3 -16.6 0 -17C-3 -16.6 -4.4 -17 -5.2 -19Z",
    ],
    ["skin", "M-1.5 -15.5C-.6 -14.9 .6 -14.9 1.5 -15.5C.6 -16 -.6 -16 -1.5 -15.5Z"],
    [
      "gold",
      "M-6.4 -23L-8.6 -31.2L-4.4 -28.6L-2.4 -31.8L0 -29L2.4 -31.8L4.4 -28.6L8.6 -31.2L6.4 -23C3 -24.4 -3 -24.4 -6.4 -23Z",
    ],
    ["trim", balls(0.85, [-3.8, -25.6], [0, -26], [3.8, -25.6])],
  ],
};

/** The robe's pattern by suit: chevrons, stripes, lozenges, rings. */
const PATTERNS = {
  S: "M-15 -4.4L-12.4 -7.4L-9.8 -4.4L-7.2 -7.4M15 -4.4L12.4 -7.4L9.8 -4.4L7.2 -7.4",
  H: "M-13 -2V-8M-10.4 -2V-9.6M-7.8 -2V-8M13 -2V-8M10.4 -2V-9.6M7.8 -2V-8",
  D: "M-14 -5L-12 -8L-10 -5L-12 -2.6ZM14 -5L12 -8L10 -5L12 -2.6ZM-8.6 -4L-7.4 -5.8L-6.2 -4L-7.4 -2.4ZM8.6 -4L7.4 -5.8L6.2 -4L7.4 -2.4Z",
  C: balls(1.5, [-12, -6], [12, -6], [-8.4, -3.8], [8.4, -3.8]),
};

const STAFF = "M-12.1 -27H-10.7V-3H-12.1Z";
const stem = (flower, leaf = "M-11.4 -11C-14 -11.4 -14.8 -14 -14.6 -15.4C-12.4 -15 -11.4 -13.4 -11.4 -11Z") => [
  ["braid", "M-11.4 -22V-3"],
  ["gold", leaf],
  ...flower,
];
/** A cribbage peg as long as a halberd: every jack is one for his nobs. */
const PEG = [["paper", "M-12.6 -27.4H-10.2L-11 -3H-11.8Z"], ["trim", ball(-11.4, -28.8, 2.5)]];

const HELD = {
  JS: PEG,
  JH: PEG,
  JD: PEG,
  JC: PEG,
  QS: [["gold", STAFF], ["gold", ball(-11.4, -28.6, 2.4)], ["trim", ball(-11.4, -28.6, 1)]],
  QH: stem(
    [
      ["trim", balls(1.9, [-13, -25.4], [-9.8, -25.4], [-11.4, -27.4], [-12.4, -23.2], [-10.4, -23.2])],
      ["gold", ball(-11.4, -24.9, 1.2)],
    ],
  ),
  QD: stem(
    [
      [
        "trim",
        "M-14 -27.6L-12.7 -25.6L-11.4 -28.6L-10.1 -25.6L-8.8 -27.6C-8.4 -23.4 -9.4 -21.6 -11.4 -21.4C-13.4 -21.6 -14.4 -23.4 -14 -27.6Z",
      ],
    ],
  ),
  QC: stem(
    [
      ["paper", balls(1.5, [-11.4, -28], [-13.9, -26.2], [-13, -23.3], [-9.8, -23.3], [-8.9, -26.2])],
      ["gold", ball(-11.4, -25.4, 1.4)],
    ],
  ),
  KS: [
    ["steel", "M-12.6 -30.6L-11.4 -33.4L-10.2 -30.6V-11H-12.6Z"],
    ["gold", "M-14.6 -11.6H-8.2V-9.8H-14.6ZM-12.2 -9.8H-10.6V-5H-12.2Z"],
  ],
  KH: [
    [
      "gold",
      "M-14.8 -17.4H-8C-8 -13.4 -9.4 -11.8 -10.6 -11.4V-8.4L-8.4 -6.4H-14.4L-12.2 -8.4V-11.4C-13.4 -11.8 -14.8 -13.4 -14.8 -17.4Z",
    ],
    ["trim", "M-14.6 -15.6H-8.2L-8.6 -13.8H-14.2Z"],
  ],
  KD: [
    ["gold", "M-12.1 -33H-10.7V-3H-12.1Z"],
    [
      "steel",
      "M-10.7 -31.6C-9.6 -33 -8.6 -33.4 -8 -33.4C-8.6 -30 -8.6 -27.4 -8 -24C-8.8 -24 -9.6 -24.4 -10.7 -25.8ZM-12.1 -31.6C-13.2 -33 -14.2 -33.4 -14.8 -33.4C-14.2 -30 -14.2 -27.4 -14.8 -24C-14 -24 -13.2 -24.4 -12.1 -25.8Z",
    ],
  ],
  KC: [
    ["gold", ball(-11, -9.6, 3.6)],
    ["trim", "M-14.5 -10.4H-7.5V-8.8H-14.5Z"],
    ["gold", "M-11.6 -17.4H-10.4V-16H-9V-14.8H-10.4V-13.2H-11.6V-14.8H-13V-16H-11.6Z"],
  ],
};
const HAND = ["skin", ball(-11.4, -6.4, 2)];

/**
 * The parts of half a court card, from back to front.
 * @param {string} card
 * @returns {[string, string][]}
 */
export function courtHalf(card) {
  const [rank, suit] = card;
  return [
    ["dress", ROBE],
    ["braid", PATTERNS[suit]],
    ...BELOW[rank],
    ["skin", NECK],
    ["skin", FACE],
    ["line", EYES],
    ["ink", PUPILS],
    ...ABOVE[rank],
    ["dress", placeShape(PIPS[suit], 0, rank === "K" ? -33 : -33.4, 0.17)],
    ...HELD[card],
    HAND,
    ["gold", BELT],
    ["ink", STUDS],
  ];
}

/** Hearts and clubs look the other way. */
export const looksBack = (card) => card[1] === "H" || card[1] === "C";
