// Checks that players, rules and bots are those that the server committed to.

import { gettext } from "../../ui/translate.js";
import { hex, unhex } from "../../rng/bytes.js";
import {
  isSignedBy, PROTOCOL, SHARED_PROTOCOL, SIGNED_PROTOCOL, streamCommitment,
} from "../../rng/cribfair.js";
import { sourceOf } from "../../game/fairness/deal-links.js";
import { reasonFaults } from "./earlier-game.js";
import { fault } from "../../game/fairness/game-checks.js";
import { canonicalJson, isCanonical } from "../../rng/json.js";
import { firstDealer } from "../../rng/shared-decks.js";
import { isObject } from "../../game/fairness/transcript-shape.js";

// The names that params may have. A reader would skip an unknown name, and what it says about the game.
const PLAIN_NAMES = ["version", "game", "players", "bots", "rules", "first_dealer"];
const SIGNED_NAMES = [
  ...PLAIN_NAMES, "beacon", "bot_stream", "brains", "build", "first_dealer_because", "log", "rated", "signer",
  "unasked",
];
const NAMES = {
  [PROTOCOL]: PLAIN_NAMES,
  [SIGNED_PROTOCOL]: SIGNED_NAMES,
  [SHARED_PROTOCOL]: [...SIGNED_NAMES, "shared", "same_as"],
};
const BRAIN_NAMES = ["name", "code", "points"];

/**
 * Whether params, or a bot in them, have a name that a version lacks.
 * @param {object} params
 * @param {string} version
 */
export function hasUnknownNames(params, version) {
  const { brains } = params;
  const ofBrains = Array.isArray(brains) && brains.every(isObject) ? brains.flatMap((brain) => Object.keys(brain)) : [];
  return Object.keys(params).some((name) => !NAMES[version].includes(name)) ||
    ofBrains.some((name) => !BRAIN_NAMES.includes(name));
}

/** The fault of such params. @param {string} protocol */
export const unknownNames = (protocol) =>
  fault(gettext("The params have names that {protocol} does not know.", { protocol }));

/** Checks the server's commitments apart from its secret: the players, and the rules. */
export function* paramsFaults(game) {
  const { fair, players, rules, clock } = game;
  const params = parsed(fair.params);
  if (!isObject(params)) {
    yield fault(gettext("The params cannot be read."));
    return;
  }
  if (isSignedBy(fair.version) && !isCanonical(fair.params)) {
    yield fault(gettext("The params are not written in the one way: sorted names, none twice, no spaces."));
    return;
  }
  if (params.version !== fair.version) {
    yield fault(gettext("The params do not name {protocol}.", { protocol: fair.version }));
  }
  else if (params.game !== fair.game) yield fault(gettext("The params belong to another game."));
  if (hasUnknownNames(params, fair.version)) yield unknownNames(fair.version);
  const bots = [0, 1].filter((seat) => players[seat].bot);
  if (!matchesParams(params, { players: players.map(({ id }) => id), bots })) {
    yield fault(gettext("The params name other players."));
  }
  const { first_dealer, ...played } = rules;
  // A game from before there were clocks names none.
  const ways = [{ ...played, clock }, ...(clock === "none" && !isSignedBy(fair.version) ? [played] : [])];
  if (!ways.some((way) => matchesParams(params, { rules: way, first_dealer }))) {
    yield fault(gettext("The params name other rules."));
  }
  if (isSignedBy(fair.version)) {
    yield* signedParamsFaults(game, params);
    yield* reasonFaults(game);
  }
  if (fair.version === SHARED_PROTOCOL) yield* sharedParamsFaults(game);
}

function matchesParams(params, said) {
  return Object.entries(said).every(
    ([name, value]) => Object.hasOwn(params, name) && canonicalJson(params[name]) === canonicalJson(value),
  );
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Checks the params that only a signed game has. */
function* signedParamsFaults({ game, players, rated, result, line, bot_stream: stream }, params) {
  if (params.rated !== rated) yield fault(gettext("The params say otherwise whether the game is rated."));
  if (params.beacon !== null) yield fault(gettext("The beacon in the params is not null."));
  const brains = Array.isArray(params.brains) ? params.brains.map((brain) => brain?.name) : null;
  const bots = players.map(({ bot }) => bot).filter(Boolean);
  if (JSON.stringify(brains) !== JSON.stringify(bots)) yield fault(gettext("The params name another bot."));
  if (stream && params.bot_stream !== hex(streamCommitment(game, unhex(stream)))) {
    yield fault(gettext("The bot's secret is not the one that the params promise."));
  }
  if (bots.length && result && !stream && !line.endsWith(" -unshown")) {
    yield fault(gettext("The game is over, and the bot's secret is not shown."));
  }
}

/** From which decks a game is dealt that shares them, and who deals first by them. */
function* sharedParamsFaults({ fair, rules, rated }) {
  const source = sourceOf(fair);
  if (!source) {
    yield fault(gettext("The params name no shared decks."));
    return;
  }
  if (rated) yield fault(gettext("The game is rated, and dealt from shared decks."));
  if (source.tip !== fair.tip) yield fault(gettext("The params name another tip of the shared decks."));
  if ("set" in source && rules.first_dealer !== firstDealer(source)) {
    yield fault(gettext("The first dealer is not the one that follows from the shared decks."));
  }
}
