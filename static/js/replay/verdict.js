/**
 * A judged decision in words and figures: what was done, what Advanced would do, why, and what it cost. Pure.
 *
 * @typedef {{cards: string[], claim?: number, win: number, points: number, hand?: number, crib?: number,
 *   pegging?: number, now?: number}} Line
 * @typedef {{ply: number, deal: number, seat: number, sort: "throw"|"card"|"claim"|"call", made: Line, best: Line,
 *   lines: Line[], rank: number, of: number, lost: number, lost_points: number, grade: string}} Decision
 */

import { capital, subject, verb, whose } from "../table/say.js";
import { signs } from "./notes.js";

/** Grades, the best first: what they are called, and the sign of those that cost something. */
export const GRADES = {
  best: { name: "Best", sign: "" },
  good: { name: "Good", sign: "" },
  inaccuracy: { name: "Inaccuracy", sign: "?!" },
  mistake: { name: "Mistake", sign: "?" },
  blunder: { name: "Blunder", sign: "??" },
};

/** The decisions that cost something, in the order of the game. */
export const faultsOf = (decisions) => decisions.filter(({ grade }) => GRADES[grade].sign);

/** "a, b and c" */
const list = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

const ENOUGH = 0.05; // points that show once they are rounded

const SORTS = {
  throw: { noun: "throw", word: "throw", does: ({ cards }) => signs(cards) },
  card: { noun: "card", word: "play", does: ({ cards }) => signs(cards) },
  claim: { noun: "count", word: "claim", does: ({ claim }) => String(claim) },
  call: { noun: "call", word: "call", does: ({ claim }) => (claim ? String(claim) : "nothing") },
};

export const tenths = (points) => Math.abs(points).toFixed(1);
const signedTenths = (points) => `${points <= -ENOUGH ? "−" : ""}${tenths(points)}`;

/** Millionths of a game as percent: "1.2%". */
export const share = (millionths) => `${(millionths / 10_000).toFixed(1)}%`;

export const isBest = ({ rank, lost }) => rank === 1 || lost === 0;

/** "Your throw: inaccuracy (4 of 15)" */
export const headline = ({ seat, sort, grade, rank, of }, who) =>
  `${capital(whose(seat, who))} ${SORTS[sort].noun}: ${GRADES[grade].name.toLowerCase()} (${rank} of ${of})`;

/** What was done, and what would have been better. */
export function says(decision, owner, who) {
  const { seat, sort, made, best, lost } = decision;
  const { word, does } = SORTS[sort];
  const done = `${verb(seat, who, word)} ${does(made)}`;
  if (isBest(decision)) return `${done}: so would Advanced.`;
  const better = `Advanced would ${word} ${does(best)}, and win ${share(lost)} more of such games.`;
  return [`${done}.`, better, reason(decision, owner, who)].filter(Boolean).join(" ");
}

const GAINS = {
  hand: ["hold {} more", "hold {} less"],
  crib: ["put {} more into the crib", "put {} less into the crib"],
  now: ["score {} more at once", "score {} less at once"],
  pegging: ["peg {} more", "peg {} less"],
};

/** Why the best is better: what it does more of and what less, for better and for worse. */
export function reason({ sort, seat, made, best }, owner, who) {
  if (sort === "claim") return best.claim > made.claim ? `${capital(whose(seat, who))} hand held more.` : "";
  if (sort === "call") return "";
  const helps = { better: [], worse: [] };
  for (const [what, [more, less]] of Object.entries(GAINS)) {
    const by = (best[what] ?? 0) - (made[what] ?? 0);
    if (Math.abs(by) < ENOUGH) continue;
    const good = what === "crib" && owner !== seat ? by < 0 : by > 0;
    helps[good ? "better" : "worse"].push((by > 0 ? more : less).replace("{}", what === "now" ? Math.abs(by) : tenths(by)));
  }
  if (best.points <= made.points) {
    const but = helps.worse.length ? ` though it would ${list(helps.worse)}` : "";
    return `At this score that is worth more than points,${but || " which are the same"}.`;
  }
  if (!helps.better.length) return "";
  return `It would ${list(helps.better)}${helps.worse.length ? `, though ${list(helps.worse)}` : ""}.`;
}

const COLUMNS = {
  throw: ["hand", "crib", "pegging", "points", "win"],
  card: ["now", "pegging", "win"],
  claim: ["points", "win"],
  call: ["points", "win"],
};
const HEADS = { hand: "Hand", crib: "Crib", now: "Now", pegging: "Pegs", points: "In all", win: "Wins" };

const same = (one, other) => signs(one.cards) === signs(other.cards) && one.claim === other.claim;

/**
 * The best few ways to decide as a table, what was done among them.
 * @returns {{heads: string[], rows: {name: string, figures: string[], isMade: boolean}[]}}
 */
export function linesOf({ sort, seat, made, lines }, owner) {
  const all = lines.some((line) => same(line, made)) ? lines : [...lines, made];
  const shown = {
    crib: (line) => signedTenths(owner === seat ? line.crib : -line.crib),
    now: (line) => String(line.now),
    win: (line) => share(line.win),
  };
  const figure = (line, what) => (shown[what] ?? ((each) => signedTenths(each[what])))(line);
  return {
    heads: [capital(SORTS[sort].noun), ...COLUMNS[sort].map((what) => HEADS[what])],
    rows: all.map((line) => ({
      name: SORTS[sort].does(line),
      figures: COLUMNS[sort].map((what) => figure(line, what)),
      isMade: same(line, made),
    })),
  };
}

/** What is said of a move that left nothing to judge. */
export function unjudged({ events: [first], seat, move }, who) {
  if (seat === null || first.e === "over") return "Nobody decides anything here.";
  if (first.e === "counted") return "The cards speak for themselves.";
  if (move.kind === "play" || move.kind === "go") return `${capital(subject(seat, who))} had no choice.`;
  return "Nothing to judge here.";
}
