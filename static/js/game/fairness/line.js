// Replays the line of a transcript by the rules: each move must be legal in its place, and every point pegged.

import { gettext } from "../../ui/translate.js";
import { isSignedBy } from "../../rng/cribfair.js";
import { fault, scoreHand, scoresAtStart } from "./game-checks.js";
import { CARDS } from "./transcript-shape.js";

const GIVEN_UP = /^-(resign|flag|left)$/;
const rank = (card) => CARDS.indexOf(card) >> 2;
const pips = (card) => Math.min(rank(card) + 1, 10);

class NotAllowed extends Error {}

function allow(condition) {
  if (!condition) throw new NotAllowed();
}

/** A game during its replay. */
export class Line {
  constructor({ rules, deals, clock, players, fair }) {
    this.target = rules.target;
    this.counting = rules.counting;
    this.decks = new Map(deals.map(({ number, deck }) => [number, deck]));
    this.dealer = rules.first_dealer;
    this.phase = this.dealer === null ? "cut" : "deal";
    this.number = 0;
    this.scores = scoresAtStart(rules);
    this.counted = 0;
    this.throws = [[], []];
    this.isSigned = isSignedBy(fair.version);
    this.clock = clock;
    this.bots = [0, 1].filter((who) => players[who].bot);
    /** The seats whose secret is not revealed, or null as long as a commitment is missing. */
    this.owing = fair.commitments.includes(null) ? null : [0, 1].filter((who) => fair.secrets[who] === null);
  }

  /** Makes a move if it is legal in the current state. Returns whether it was. */
  allows(word) {
    try {
      this.move(word);
      return true;
    } catch (problem) {
      if (problem instanceof NotAllowed) return false;
      throw problem;
    }
  }

  move(word) {
    allow(this.phase !== "over");
    if (word[0] === "#") return this.deal(Number(word.slice(1)));
    if (word === "-void") allow(this.number < 2 && !this.throws.flat().length);
    const [who, what] = ["ab".indexOf(word[0]), word.slice(1)];
    if (word[0] === "-" || GIVEN_UP.test(what)) {
      allow(word[0] === "-" || !this.isSigned || this.mayEnd(who, what));
      this.phase = "over";
      return;
    }
    if (/^\d+$/.test(what)) return this.throw(who, what);
    if ("=+".includes(what[0]) || what === "-pass") return this.count(who, what);
    allow(this.phase === "play" && this.turn === who);
    if (what === "-go") this.go(who);
    else this.play(who, what);
  }

  /**
   * Returns whether a seat may end the game now. No player may resign before both secrets are revealed, and a bot never
   * does. A banned player also leaves out of turn. A flag falls on a player who alone has not revealed, or by a clock
   * on the player to move.
   */
  mayEnd(who, how) {
    if (!this.owing) return false;
    const [owesAlone, nobodyOwes] = [this.owing.length === 1 && this.owing[0] === who, !this.owing.length];
    if (how !== "-flag") return !this.bots.includes(who) && (nobodyOwes || (how === "-left" && owesAlone));
    const hasBegun = this.number > 1 || this.throws.flat().length > 0;
    return owesAlone || (nobodyOwes && this.clock !== "none" && hasBegun && this.isToMove(who));
  }

  /** Whether the game stops within a deal, whose cards stay hidden until it is counted. */
  get stopsWithinDeal() {
    return !["cut", "deal", "over"].includes(this.phase);
  }

  isToMove(who) {
    if (this.phase === "throw") return !this.throws[who].length;
    return ["play", "count", "call"].includes(this.phase) && this.turn === who;
  }

  peg(who, points) {
    if (this.phase === "over") return;
    this.scores[who] = Math.min(this.target, this.scores[who] + points);
    if (this.scores[who] === this.target) this.phase = "over";
  }

  // Deal.

  deal(number) {
    const cards = this.decks.get(number);
    allow(cards);
    if (this.phase === "cut") {
      allow(number === 0);
      const decided = Array.from(
        { length: 26 },
        (_, n) => [rank(cards[2 * n]), rank(cards[2 * n + 1])],
      ).find(([one, other]) => one !== other);
      this.dealer = decided && decided[0] > decided[1] ? 1 : 0;
      this.phase = "deal";
      return;
    }
    allow(this.phase === "deal" && number === this.number + 1);
    this.dealer = number === 1 ? this.dealer : 1 - this.dealer;
    this.six = [0, 1].map((who) => cards.slice(0, 12).filter((_, place) => place % 2 === Number(who === this.dealer)));
    this.hands = this.six.map((six) => [...six]);
    Object.assign(
      this,
      { number, phase: "throw", throws: [[], []], starter: cards[12], pile: [], saidGo: null, counted: 0 },
    );
  }

  throw(who, places) {
    allow(this.phase === "throw" && !this.throws[who].length && new Set(places).size === 2);
    this.throws[who] = this.six[who].filter((_, n) => places.includes(String(n + 1)));
    this.hands[who] = this.six[who].filter((card) => !this.throws[who].includes(card));
    if (!this.throws.every(({ length }) => length)) return;
    this.kept = this.hands.map((hand) => [...hand]);
    this.phase = "play";
    this.turn = 1 - this.dealer;
    this.peg(this.dealer, this.starter[0] === "J" ? 2 : 0);
  }

  // Play.

  get total() {
    return this.pile.reduce((sum, card) => sum + pips(card), 0);
  }

  fits(who) {
    return this.hands[who].some((card) => this.total + pips(card) <= 31);
  }

  play(who, card) {
    allow(this.hands[who].includes(card) && this.total + pips(card) <= 31);
    this.hands[who].splice(this.hands[who].indexOf(card), 1);
    this.pile.push(card);
    this.peg(who, pegged(this.pile));
    const other = 1 - who;
    if (!this.hands.flat().length) {
      this.peg(who, this.total === 31 ? 0 : 1);
      this.show();
    } else if (this.total === 31) this.newCount(other);
    else if (this.hands[other].length && this.saidGo !== other) this.turn = other;
    else if (this.fits(who)) this.turn = who;
    else this.neitherCanGo(who);
  }

  go(who) {
    allow(!this.fits(who));
    this.saidGo = who;
    if (this.fits(1 - who)) this.turn = 1 - who;
    else this.neitherCanGo(1 - who);
  }

  neitherCanGo(last) {
    this.peg(last, 1);
    this.newCount(1 - last);
  }

  newCount(leader) {
    this.pile = [];
    this.saidGo = null;
    this.turn = this.hands[leader].length ? leader : 1 - leader;
  }

  // Show.

  show() {
    const { dealer, kept, starter, throws } = this;
    const pone = 1 - dealer;
    this.toCount = [
      [pone, scoreHand(kept[pone], starter, "hand")],
      [dealer, scoreHand(kept[dealer], starter, "hand")],
      [dealer, scoreHand([...throws[pone], ...throws[dealer]], starter, "crib")],
    ];
    this.nextHand();
  }

  nextHand() {
    while (this.phase !== "over") {
      if (!this.toCount.length) {
        this.phase = "deal";
        return;
      }
      const [who, points] = this.toCount[0];
      this.turn = who;
      if (this.counting !== "auto") {
        this.phase = "count";
        return;
      }
      this.settle();
      this.peg(who, points);
    }
  }

  settle() {
    this.toCount.shift();
    this.counted++;
  }

  /** A claim of a hand's points, or the call of points that it overlooked. */
  count(who, what) {
    allow(["count", "call"].includes(this.phase) && this.turn === who);
    const points = what === "-pass" ? 0 : Number(what.slice(1));
    allow(points <= 29 && (what[0] === "=") === (this.phase === "count") && (what[0] !== "+" || points > 0));
    const [counter, worth] = this.toCount[0];
    if (this.phase === "count") {
      this.claimed = points;
      if (this.counting === "muggins" && points <= worth) {
        this.phase = "call";
        this.turn = 1 - who;
        return;
      }
    }
    const [called, { claimed }] = [this.phase === "call" ? points : 0, this];
    const overlooked = Math.max(worth - claimed, 0);
    this.settle();
    this.peg(counter, Math.min(claimed, worth));
    this.peg(counter, Math.max(called - overlooked, 0));
    this.peg(1 - counter, Math.max(claimed - worth, 0));
    this.peg(1 - counter, Math.min(called, overlooked));
    this.nextHand();
  }
}

/** The points of the last card of a pile: fifteen or thirty-one, and a pair or a run. */
function pegged(pile) {
  const total = pile.reduce((sum, card) => sum + pips(card), 0);
  const ranks = pile.map(rank);
  const points = total === 15 || total === 31 ? 2 : 0;
  const other = ranks.findLastIndex((each) => each !== ranks.at(-1));
  const alike = ranks.length - 1 - other;
  if (alike > 1) return points + alike * (alike - 1);
  for (let length = ranks.length; length > 2; length--) {
    const last = ranks.slice(-length).sort((a, b) => a - b);
    if (last.every((each, n) => each === last[0] + n)) return points + length;
  }
  return points;
}

/** The fault of moves that stop within a deal. */
export const stopped = ({ number }) =>
  fault(gettext("Deal {number}: the moves stop before its end.", { number }), number);

/** Yields every score that does not follow from the moves. Only called if all other checks pass. */
export function* lineFaults(game) {
  const line = new Line(game);
  const after = new Map();
  for (const [n, { move }] of game.moves.entries()) {
    if (!line.allows(move)) {
      yield fault(gettext("Move {n}, {move}, is not allowed where it stands.", { n: n + 1, move }));
      return;
    }
    after.set(line.number, { scores: [...line.scores], counted: line.counted });
  }
  for (const { number, hands } of game.deals) {
    if (!hands || !after.has(number)) continue;
    const { scores: [one, other], counted } = after.get(number);
    if (one !== hands.scores[0] || other !== hands.scores[1]) {
      yield fault(
        gettext("Deal {number}: by the line the scores after it are {one} and {other}.", { number, one, other }),
        number,
      );
    }
    if (counted !== hands.counts.length) {
      yield fault(
        gettext("Deal {number}: by the line the number of hands counted is {counted}.", { number, counted }),
        number,
      );
    }
  }
  if ((line.phase === "over") !== (game.result !== null)) {
    yield fault(
      line.phase === "over" ? gettext("By the line the game is over.") : gettext("By the line the game goes on."),
    );
  } else if (line.stopsWithinDeal) yield stopped(line);
}
