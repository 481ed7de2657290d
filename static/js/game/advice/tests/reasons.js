/** Prints the reasons and words for the positions on stdin, for game/advice/tests/test_reasons.py. */

import { readFileSync } from "node:fs";
import { cardReasons, compareCard, explainCard, sayCard } from "../card-words.js";
import { compareThrow, explainThrow, nextBest, otherThrowReasons, throwReasons } from "../throw-words.js";

const { throws, cards } = JSON.parse(readFileSync(0, "utf8"));

process.stdout.write(
  JSON.stringify({
    throws: throws.map(({ lines, made, stand }) => ({
      reasons: throwReasons(lines, stand),
      next: otherThrowReasons(lines[0], nextBest(lines), stand),
      made: otherThrowReasons(lines[0], made, stand),
      says: Object.values(explainThrow(lines, stand)),
      compared: compareThrow(lines, made, stand),
    })),
    cards: cards.map(({ lines, made, position }) => {
      const [best, ...others] = lines;
      return {
        reasons: cardReasons(position, best, others),
        made: cardReasons(position, best, [made, ...others]),
        says: explainCard(lines, position),
        compared: compareCard(lines, made, position),
        again: sayCard(cardReasons(position, best, others)),
      };
    }),
  }),
);
