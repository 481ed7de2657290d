/**
 * Checks where the decks of a game come from that has none of its own: the record of a set, or the transcript of the
 * game whose cards it is dealt.
 *
 * @typedef {object} Source  what a browser has found of the source of a game's decks
 * @property {"mixed" | "same" | "apart" | "again" | "unlogged" | "unread" | "undelayed" | "early" | "uncomputed"} is
 *   `mixed`: its own secret is in the root of the set; `same`: they are the decks of the other game; `apart`: it has no
 *   part in the set; `again`: it was dealt this round in another game; `unlogged`: the public log is not shown to hold
 *   the source; `unread`: there is nothing to read yet; `undelayed`: the set has no delay, or a short one; `early`: it
 *   gave its secret too long before it saw the mix; `uncomputed`: it has not computed the delay again yet
 * @property {string | null} fault  what is wrong, in a sentence
 */

import { gettext } from "../../ui/translate.js";
import { canonicalJson } from "../../rng/json.js";
import { sameAs, sharedBy } from "../../game/fairness/deal-links.js";
import { isMixedIn, MOST_WAIT } from "../../game/fairness/take-part.js";
import { hex } from "../../rng/bytes.js";
import { mixOf } from "../../rng/shared-decks.js";
import { stepsOf, verifyDecks } from "./decks.js";
import { holdsLeaf } from "./log-proof.js";
import { faultsBesideGame } from "./same-cards.js";
import { verify } from "./transcript.js";

/** @returns {Source} */
const found = (is, fault = null) => ({ is, fault });

/**
 * @param {{version: string, params: string}} fair
 * @param {{record: Uint8Array | null, log: object | null, part: object | null, game: string}} known  `record` and
 *   `log`: as the server has them; `part`: what this browser keeps of the set; `game`: that is played
 * @returns {Source}
 */
export function judgeSet(fair, { record: file, log, part, game }) {
  const shared = sharedBy(fair);
  if (!file) return found("unread");
  const { verdict, faults, document: record } = verifyDecks(file);
  if (verdict === "false") {
    return found("unread", gettext("The record of the shared decks is wrong: {says}", { says: faults[0].says }));
  }
  if (verdict !== "true") return found("unread");
  if (["set", "tip", "root"].some((name) => record[name] !== shared[name])) {
    return found("unread", gettext("This game is dealt from other decks than their record says."));
  }
  const own = JSON.parse(fair.params).log;
  const isLogged = log && JSON.parse(record.params).log === own && ["decks", "root"].every((kind) => log[kind]);
  if (isLogged && !leavesOf(record).every(([kind, leaf]) => holdsLeaf(log.checkpoint, own, log[kind], leaf))) {
    return found("unlogged", gettext("The public log is not shown to hold the shared decks."));
  }
  if (!isMixedIn(record, part)) return found("apart");
  const other = part.games?.[shared.round];
  if (other && other !== game) return found("again");
  return doubtOfDelay(record, part) ?? found(isLogged ? "mixed" : "unlogged");
}

/**
 * Why a browser cannot know that the server tried no other secrets after this browser's own; null if it can.
 * @param {object} record @param {import("../../game/fairness/take-part.js").Kept} part
 * @returns {Source | null}
 */
function doubtOfDelay(record, part) {
  const steps = stepsOf(record);
  if (steps < (part.fewest ?? 0)) return found("undelayed");
  if (!steps) return null; // the part was given to an older release
  if (part.mix && part.mix !== hex(mixOf(record.params, record.tip, record.entrants))) {
    return found("early", gettext("The shared decks are mixed from other secrets than this browser was shown."));
  }
  if (!part.mix || part.waited > MOST_WAIT) return found("early");
  return part.computed === record.root ? null : found("uncomputed");
}

/** What the public log says of a set, by kind. */
function leavesOf({ set, params, tip, root, entrants }) {
  const playersWho = (has) => entrants.filter(({ secret }) => Boolean(secret) === has).map(({ player }) => player);
  return [
    ["decks", { kind: "decks", set, params, tip }],
    ["root", { kind: "root", set, root, mixed: playersWho(true), absent: playersWho(false).sort() }],
  ];
}

/**
 * @param {{version: string, params: string, links: Record<string, string>}} fair  of the game that is played, with all
 *   links
 * @param {{first: Uint8Array | null}} known  `first`: the other game's transcript
 * @returns {Source}
 */
export function judgeFirst(fair, { first: file }) {
  if (!file) return found("unread");
  const { verdict, faults, document: first, signed_by: signer, logged_by: log } = verify(file);
  if (verdict === "unreadable") return found("unread");
  const about = { game: sameAs(fair).game };
  if (verdict === "false") {
    const says = { ...about, says: faults[0].says };
    return found("unread", gettext("The transcript of game {game} is wrong: {says}", says));
  }
  const { rules, first_dealer: firstDealer } = JSON.parse(fair.params);
  const { clock, ...played } = rules;
  const game = { fair, rules: { ...played, first_dealer: firstDealer }, bot_stream: null };
  const [wrong] = faultsBesideGame(game, first);
  if (wrong) return found("unread", wrong.says);
  return found(signer && log && first.result && canonicalJson(log) === canonicalJson(JSON.parse(fair.params).log)
    ? "same"
    : "unlogged");
}
