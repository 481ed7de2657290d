/** Which cards of the pile make what was just pegged. Pure. */

const ORDER = "A23456789TJQK";
const rank = (card) => ORDER.indexOf(card[0]);
const worth = (card) => Math.min(rank(card) + 1, 10);

/** The last cards of one rank, if there are two or more. */
function alike(pile) {
  let from = pile.length;
  while (from > 0 && pile[from - 1][0] === pile.at(-1)[0]) from -= 1;
  return pile.length - from > 1 ? pile.slice(from) : [];
}

/** The longest run the last cards make, in any order. */
function run(pile) {
  for (let length = pile.length; length > 2; length -= 1) {
    const ranks = pile.slice(-length).map(rank).sort((a, b) => a - b);
    if (ranks.every((each, n) => n === 0 || each === ranks[n - 1] + 1)) return pile.slice(-length);
  }
  return [];
}

const count = (pile) => ([15, 31].includes(pile.reduce((sum, card) => sum + worth(card), 0)) ? pile : []);
const last = (pile) => pile.slice(-1);

const MAKERS = {
  play: (pile) => [count, alike, run].map((of) => of(pile)).sort((a, b) => b.length - a.length)[0],
  go: last,
  last,
};

/** @param {string[]} pile the cards since the count began @param {string|undefined} kind of the `pegged` event @returns {string[]} */
export const makers = (pile, kind) => MAKERS[kind]?.(pile) ?? [];
