// Compares a game with the one that decided who deals first: the same checks as standalone/verify.py, in the same order
// and words.

import { gettext } from "../../ui/translate.js";
import { SHARED_PROTOCOL } from "../../rng/cribfair.js";
import { earlierGame, reasonOf } from "../../game/fairness/first-dealer.js";
import { fault } from "../../game/fairness/game-checks.js";

/** Whether a reason can be one, and there is a named first dealer for it to explain. Older games name none. */
export function* reasonFaults({ fair, rules, game }) {
  if (!Object.hasOwn(JSON.parse(fair.params), "first_dealer_because")) return;
  const isNamed = rules.first_dealer !== null && fair.version !== SHARED_PROTOCOL;
  if (!reasonOf(fair) || !isNamed || earlierGame(fair) === game) {
    yield fault(gettext("The params give no valid reason for the first dealer."));
  }
}

/** Returns the reasons that a transcript alone cannot show, a sentence each. @returns {string[]} */
export function uncheckedAlone({ fair, rules: { first_dealer: seat } }) {
  const { kind, of } = reasonOf(fair) ?? {};
  if (kind === "event") return [gettext("Seat {seat} deals first by the rules of event {event}.", { seat, event: of })];
  if (!kind) return [];
  const about = { seat, game: of };
  return [
    kind === "rematch_of"
      ? gettext("Seat {seat} deals first because it lost game {game}, whose transcript is not given.", about)
      : gettext(
        "Seat {seat} deals first because the other player did in game {game}, whose transcript is not given.",
        about,
      ),
  ];
}

/**
 * The verdict on a game and the game that decided who deals first, both valid by themselves.
 * @param {import("./verdict.js").Verdict} found that on the game alone
 * @param {import("./verdict.js").Verdict} ofEarlier that on the other
 */
export function verifyBesideEarlier(found, ofEarlier) {
  if (found.verdict !== "true") return found;
  if (ofEarlier.verdict !== "true") return ofEarlier;
  const faults = [...faultsBesideEarlier(found.document, ofEarlier.document)];
  if (faults.length) return { ...found, verdict: "false", faults };
  return { ...found, unchecked: uncheckedBeside(found.document, ofEarlier.document) };
}

/**
 * Returns a fault of a named first dealer by the game before, or null if there is none or that can't be read.
 * @param {object} fair of a game that may go on @param {import("./verdict.js").Verdict} ofEarlier
 * @returns {string | null}
 */
export function faultOfEarlier(fair, { verdict, faults, document: earlier }) {
  if (verdict === "unreadable") return null;
  const about = { game: earlierGame(fair) };
  if (verdict === "false") {
    return gettext("The transcript of game {game} is wrong: {says}", { ...about, says: faults[0].says });
  }
  const { players, first_dealer } = JSON.parse(fair.params);
  const game = { fair, rules: { first_dealer }, players: players.map((id) => ({ id })) };
  return [...faultsBesideEarlier(game, earlier)][0]?.says ?? null;
}

/** Yields faults of a game's first dealer next to the game before. */
export function* faultsBesideEarlier({ fair, rules: { first_dealer: seat }, ...game }, earlier) {
  const name = earlierGame(fair);
  if (name === null) {
    yield fault(gettext("Who deals first does not follow from another game."));
    return;
  }
  if (name !== earlier.game) {
    yield fault(gettext("Who deals first follows from another game than this."));
    return;
  }
  const isRematch = reasonOf(fair).kind === "rematch_of";
  const seats = seatsIn({ fair, ...game }, earlier);
  const about = { seat, game: name };
  if (seats?.includes(-1) || (isRematch && seats?.[0] === 1)) {
    yield fault(gettext("Game {game} was played by others, or from other seats.", about));
  } else if (isRematch) {
    if (earlier.result?.winner !== 1 - seat) yield fault(gettext("Seat {seat} did not lose game {game}.", about));
  } else if (seats && firstDealerIn(earlier) !== seats[1 - seat]) {
    yield fault(gettext("The other player of seat {seat} did not deal first in game {game}.", about));
  }
}

/** Returns the doubt that the game before leaves open, as a sentence, if any. */
export function uncheckedBeside(game, earlier) {
  if (seatsIn(game, earlier)) return [];
  return [gettext("The ids of the players in game {game} were made with another key.", earlier)];
}

/**
 * Where each player sat in the game before, -1 for a stranger. Null where the ids of the two games can't be compared:
 * those of 20 digits follow from the key that is named as signer, older ones do not.
 */
function seatsIn(game, earlier) {
  const [ids, before] = [game, earlier].map(({ players }) => players.map(({ id }) => id));
  const [key, keyBefore] = [game, earlier].map(({ fair }) => JSON.parse(fair.params).signer);
  if (key !== keyBefore || [...ids, ...before].some((id) => id.length !== 20)) return null;
  return ids.map((id) => before.indexOf(id));
}

const firstDealerIn = ({ rules, deals }) => rules.first_dealer ?? deals.find(({ cut }) => cut)?.cut.dealer ?? null;
