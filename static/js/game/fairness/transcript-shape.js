// Checks the shape of a transcript, and of a player's case, as docs/reference/transcript.md describes them.

import { cardText, PROTOCOL, SHARED_PROTOCOL, SIGNED_PROTOCOL } from "../../rng/cribfair.js";
import { SEGMENTS } from "../../rng/delay.js";

export const FORMAT = "every-other/transcript";
export const DECKS = "every-other/decks/1";
export const DELAYED_DECKS = "every-other/decks/2";
export const CASE = "every-other/case/1";
export const CARDS = Array.from({ length: 52 }, (_, number) => cardText(number));

/** @typedef {(value: any) => boolean} Shape */

export const whole = (least, most) => (value) => Number.isInteger(value) && least <= value && value <= most;
export const oneOf = (...values) => (value) => values.includes(value);
const text = (pattern) => (value) => typeof value === "string" && new RegExp(`^(?:${pattern})$`).test(value);
export const orNull = (shape) => (value) => value === null || shape(value);
export const some = (shape, least = 0, most = 1e6) => (value) =>
  Array.isArray(value) && least <= value.length && value.length <= most && value.every(shape);
export const both = (shape) => some(shape, 2, 2);
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const names = (of, to) => (value) =>
  isObject(value) && Object.entries(value).every(([name, each]) => of(name) && to(each));
const fields = (shapes) => (value) =>
  isObject(value) && Object.keys(value).length === Object.keys(shapes).length &&
  Object.entries(shapes).every(([name, shape]) => Object.hasOwn(value, name) && shape(value[name]));

const isName = (value) => typeof value === "string" && !/[\ud800-\udfff]/u.test(value);
export const seat = oneOf(0, 1);
export const card = oneOf(...CARDS);
export const score = whole(0, 121);
const hex32 = text("[0-9a-f]{64}");
const plain = text("[ -~]*");
const gameId = text("[0-9A-Za-z_-]{1,16}");
const moment = text("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z");
export const CARD = "[A2-9TJQK][CDHS]";
/** A move of a seat, or the end of a game that the table called off. */
export const MOVE = `[ab](?:[1-6][1-6]|${CARD}|-(?:go|pass|resign|flag|left)|[=+](?:0|[1-9][0-9]?))|-void|-unshown`;

const clock = oneOf("none", "quick", "standard", "relaxed");
const counting = oneOf("auto", "manual", "muggins");

/** Only one side has a head start, of twelve holes at most. It is only named if there is one. @type {Shape} */
const isStart = (value) => both(whole(0, 12))(value) && Math.min(...value) === 0 && Math.max(...value) > 0;

function rulesWith(shapes) {
  const plain = { target: oneOf(61, 121), counting, ...shapes };
  const [areEven, haveStart] = [fields(plain), fields({ ...plain, start: isStart })];
  return (value) => areEven(value) || haveStart(value);
}

/** @type {Shape} */
export const isMove = text(`#(0|[1-9][0-9]{0,2})|${MOVE}`);

const hands = fields({
  dealer: seat,
  dealt: both(some(card, 6, 6)),
  throws: both(orNull(both(card))),
  starter: orNull(card),
  plays: some(fields({ seat, card: orNull(card) })),
  counts: some(fields({ seat, what: oneOf("hand", "crib"), cards: some(card, 4, 4), points: whole(0, 29) }), 0, 3),
  scores: both(score),
});
const anyDeal = fields({
  number: whole(0, 255),
  key: text("[0-9a-f]{128}"),
  deck: some(card, 52, 52),
  cut: orNull(fields({ cards: some(both(card), 1, 26), dealer: seat })),
  hands: orNull(hands),
});
/** Deal 0 is the cut for deal; all others have hands. */
const deal = (value) =>
  anyDeal(value) && (value.cut !== null) === (value.number === 0) && (value.number === 0) === (value.hands === null);

const shapesOf = (format, version) => ({
  format: oneOf(format),
  digest: hex32,
  game: gameId,
  players: both(fields({ id: text("[0-9]{1,20}"), name: isName, bot: orNull(text("[a-z_]{1,32}")) })),
  rules: rulesWith({ first_dealer: orNull(seat) }),
  rated: oneOf(true, false),
  clock,
  begun_at: moment,
  finished_at: orNull(moment),
  result: orNull(fields({
    winner: orNull(seat),
    value: oneOf(0, 1, 2, 4),
    ended: oneOf("played", "resigned", "flag", "left", "void"),
    scores: both(score),
  })),
  table_code: orNull(text("[0-9a-f]{5}( [0-9a-f]{5}){3}")),
  fair: fields({
    version: oneOf(version),
    game: gameId,
    params: plain,
    tip: hex32,
    commitments: both(orNull(hex32)),
    secrets: both(orNull(hex32)),
    links: names(text("0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]"), hex32),
  }),
  deals: some(deal),
  moves: some(fields({ move: isMove, ms: whole(0, 1e12) })),
  line: plain,
  bot_stream: orNull(hex32),
});

/** The limit counts characters, some of which are two UTF-16 units. */
const note = (value) => isName(value) && value.length <= 20_000 && [...value].length <= 10_000;
const hex64 = text("[0-9a-f]{128}");
const leaf = fields(
  { at: whole(0, Number.MAX_SAFE_INTEGER), index: whole(0, Number.MAX_SAFE_INTEGER), proof: some(hex32, 0, 64) },
);
const signed = {
  receipts: both(some(note)),
  signatures: both(orNull(fields({ key: hex32, commit: hex64, moves: whole(0, 1000), signature: orNull(hex64) }))),
  log: orNull(fields({ checkpoint: note, open: leaf, close: orNull(leaf) })),
};

const isPlain = fields(shapesOf(`${FORMAT}/1`, PROTOCOL));
const isSigned = fields({ ...shapesOf(`${FORMAT}/2`, SIGNED_PROTOCOL), ...signed });
const isShared = fields({ ...shapesOf(`${FORMAT}/3`, SHARED_PROTOCOL), ...signed });

/** @type {Shape} */
export const isTranscript = (value) => isPlain(value) || isSigned(value) || isShared(value);

const inEveryRecord = {
  digest: hex32,
  set: gameId,
  params: plain,
  tip: hex32,
  entrants: some(fields({ player: text("[0-9]{1,20}"), commitment: hex32, secret: orNull(hex32) }), 0, 10_000),
  root: orNull(hex32),
  links: names(text("[1-9]|[1-5][0-9]|6[0-4]"), hex32),
};
const isPlainRecord = fields({ format: oneOf(DECKS), ...inEveryRecord });
const isDelayedRecord = fields({
  format: oneOf(DELAYED_DECKS),
  ...inEveryRecord,
  delay: some(hex32, 0, SEGMENTS),
});

/** The record of decks that many tables share, without a delay or with one. @type {Shape} */
export const isDecks = (value) => isPlainRecord(value) || isDelayedRecord(value);

/**
 * Why the first dealer is named and not cut for: the loser of a game deals first in its rematch, in a match of an event
 * the first deal alternates, and otherwise the event's rules decide. @type {Shape}
 */
export const isReason = (value) =>
  ["rematch_of", "alternates_with", "event"].some((kind) => fields({ [kind]: gameId })(value));

/** @type {Shape} */
export const isCase = fields(
  { format: oneOf(CASE), game: gameId, params: plain, says: isName, receipts: some(note, 0, 2000) },
);

const areRules = rulesWith({ clock });

/** Whether params name everything that decides the course of a game. @type {Shape} */
export const areSettled = (value) =>
  isObject(value) && areRules(value.rules) && orNull(seat)(value.first_dealer) && some(seat)(value.bots);
