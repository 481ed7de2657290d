/**
 * Holds a server to the protocol's order: the values that it must show before it may ask for anything, the values that
 * may never change, and the values that must be ours. A message that is too early, too late or different is a fault,
 * described in a sentence. Pure.
 *
 * @typedef {object} Pins the first values that the server showed, of `fair` in docs/reference/protocol.md
 * @typedef {object} Mine this browser's part: `game`, `you` (a seat, or null), `secret` and its `commitment` (hex,
 *   or null while none is drawn), `elsewhere`: whether another device was first
 */

import { gettext } from "../../ui/translate.js";
import { PROTOCOL, SHARED_PROTOCOL, VERSIONS } from "../../rng/cribfair.js";
import { firstLinked, sourceOf } from "./deal-links.js";
import { settledBy } from "./signed-line.js";

const FIXED = ["version", "game", "params", "tip"];
const BY_SEAT = ["commitments", "secrets"];
const HEX = /^[0-9a-f]{64}$/;
const OTHERWISE = {
  version: gettext("The server now shows another version than at first."),
  game: gettext("The server now shows another game than at first."),
  params: gettext("The server now shows other params than at first."),
  tip: gettext("The server now shows another tip than at first."),
  commitments: gettext("The server now shows other commitments than at first."),
  secrets: gettext("The server now shows other secrets than at first."),
};

/**
 * Pins new values that the server shows.
 * @param {Pins} pins
 * @param {object} fair
 * @param {Mine} mine
 * @returns {{pins: Pins, fault: string | null}}
 */
export function pinShown(pins, fair, mine) {
  const missing = incompletePart(fair, mine.game);
  if (missing) {
    return {
      pins,
      fault: gettext("The server sent a malformed part of the shuffle: {part}.", { part: missing }),
    };
  }
  const fault = changedPart(pins, fair) ?? strangersPart(fair, mine) ?? earlyDemand(fair);
  return { pins: fault ? pins : grown(pins, fair), fault };
}

/**
 * Whether this seat may reveal its secret: everything else was fixed before, and its own part is included.
 * @param {Pins} pins
 * @param {Mine} mine
 */
export const mayReveal = (pins, mine) =>
  FIXED.every((name) => typeof pins[name] === "string") && Boolean(pins.commitments?.every(Boolean)) &&
  mine.secret !== null && !mine.elsewhere && pins.commitments[mine.you] === mine.commitment;

/**
 * The first deal whose link is overdue, or null. A table and its shuffle data agree: the link of a deal comes with the
 * next one, and all come when the game is over.
 * @param {object} fair @param {{deal: number, phase: string}} view
 */
export function overdueLink(fair, { deal, phase }) {
  if (fair.version === SHARED_PROTOCOL && !Object.keys(fair.links).length) return null; // others still play them
  const isDealt = deal > 0 || !fair.secrets.includes(null);
  const due = phase === "over" && isDealt ? deal : deal - 1;
  for (let number = firstLinked(fair); number <= due; number++) if (!fair.links[number]) return number;
  return null;
}

/** The name of a missing or malformed part of the shuffle data, or null. */
function incompletePart(fair, game) {
  if (typeof fair !== "object" || fair === null) return "fair";
  const pairOf = (isGood) => (value) =>
    Array.isArray(value) && value.length === 2 && value.every((each) => each === null || isGood(each));
  const isHex = (value) => typeof value === "string" && HEX.test(value);
  const isGood = {
    version: (value) => VERSIONS.includes(value),
    game: (value) => value === game,
    params: (value) => promises(value, { game, version: fair.version }),
    tip: isHex,
    commitments: pairOf(isHex),
    secrets: pairOf(isHex),
    links: (value) => typeof value === "object" && value !== null && !Array.isArray(value) &&
      Object.entries(value).every(
        ([deal, link]) => /^(0|[1-9]\d{0,2})$/.test(deal) && Number(deal) >= firstLinked(fair) && isHex(link),
      ),
  };
  return Object.keys(isGood).find((name) => !isGood[name](fair[name])) ?? null;
}

/** Whether params are well-formed, name these parties, and unambiguously state the rules and the dealer. */
function promises(params, named) {
  try {
    const read = JSON.parse(params);
    return Object.entries(named).every(([name, value]) => read[name] === value) &&
      (named.version === PROTOCOL || settledBy(params) !== null) &&
      (named.version !== SHARED_PROTOCOL || sourceOf({ version: named.version, params }) !== null);
  } catch {
    return false;
  }
}

function changedPart(pins, fair) {
  for (const name of FIXED) if (pins[name] !== undefined && pins[name] !== fair[name]) return OTHERWISE[name];
  for (const kind of BY_SEAT) {
    for (const seat of [0, 1]) {
      const pinned = pins[kind]?.[seat] ?? null;
      if (pinned !== null && pinned !== fair[kind][seat]) return OTHERWISE[kind];
    }
  }
  const changed = Object.entries(fair.links).find(([deal, link]) => (pins.links?.[deal] ?? link) !== link);
  return changed
    ? gettext("The server now shows another link of deal {deal} than at first.", { deal: changed[0] })
    : null;
}

/** Whether this seat's place holds anything that this browser did not send. */
function strangersPart(fair, { you, secret, commitment, elsewhere }) {
  if (you === null || secret === null || elsewhere) return null;
  if (fair.commitments[you] !== null && fair.commitments[you] !== commitment) {
    return gettext("The server shows a commitment that is not ours.");
  }
  if (fair.secrets[you] !== null && fair.secrets[you] !== secret) {
    return gettext("The server shows a secret that is not ours.");
  }
  return null;
}

/**
 * Merges the pins of two pages in one browser.
 * @param {Pins} pins
 * @param {Pins} others
 * @returns {{pins: Pins, fault: string | null}}
 */
export function joinPins(pins, others) {
  if (!pins.tip || !others.tip) return joinFirst(pins, others);
  const inSeats = Object.fromEntries(
    BY_SEAT.map((kind) => [kind, others[kind].map((value, seat) => value ?? pins[kind][seat])]),
  );
  const joined = { ...others, ...inSeats, links: { ...pins.links, ...others.links } };
  const fault = changedPart(pins, joined);
  return { pins: fault ? pins : joined, fault };
}

/** The same if one page has not seen a table yet. It may know the commitment that the server accepted with a link. */
function joinFirst(pins, others) {
  const [less, more] = pins.tip ? [others, pins] : [pins, others];
  return more.tip ? { pins: more, fault: changedPart(less, more) } : { pins: { ...more, ...less }, fault: null };
}

function earlyDemand(fair) {
  if (fair.must !== "reveal" || !fair.commitments.includes(null)) return null;
  return gettext("The server asks for our secret before both seats have committed.");
}

const grown = (pins, fair) => ({
  ...Object.fromEntries([...FIXED, ...BY_SEAT].map((name) => [name, fair[name]])),
  links: { ...pins.links, ...fair.links },
});
