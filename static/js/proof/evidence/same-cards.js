// Compares a game with the one whose cards it repeats: the same checks as standalone/verify.py, in the same order and
// words.

import { gettext } from "../../ui/translate.js";
import { hex } from "../../rng/bytes.js";
import { sameAs } from "../../game/fairness/deal-links.js";
import { fault } from "../../game/fairness/game-checks.js";
import { canonicalJson } from "../../rng/json.js";
import { contextOf, verify } from "./transcript.js";

/**
 * The verdict on a game and the game whose cards it repeats.
 * @param {import("./verdict.js").Verdict} found that on the game alone
 * @param {Uint8Array} file the other's transcript
 */
export function verifyBesideGame(found, file) {
  if (found.verdict !== "true") return found;
  const ofFirst = verify(file);
  if (ofFirst.verdict !== "true") return ofFirst;
  const faults = [...faultsBesideGame(found.document, ofFirst.document)];
  return faults.length ? { ...found, verdict: "false", faults } : found;
}

/** Yields faults of a game next to the one whose cards it repeats, both valid by themselves. */
export function* faultsBesideGame(game, first) {
  const source = sameAs(game.fair);
  if (!source) {
    yield fault(gettext("The game is not dealt the cards of another one."));
    return;
  }
  if (source.game !== first.game) {
    yield fault(gettext("The game is dealt the cards of another one than this."));
    return;
  }
  const context = contextOf(first.fair);
  const known = [first.fair.tip, context && hex(context), ...first.fair.secrets];
  if ([source.tip, source.context, ...source.secrets].some((value, n) => value !== known[n])) {
    yield fault(gettext("What fixes the decks is not what that game showed."));
  }
  for (const d of Object.keys(game.fair.links).map(Number).sort((a, b) => a - b)) {
    if (first.fair.links[d] && game.fair.links[d] !== first.fair.links[d]) {
      yield fault(gettext("The link of deal {d} is not that of the other game.", { d }), d);
    }
  }
  if (canonicalJson(game.rules) !== canonicalJson(first.rules)) {
    yield fault(gettext("The two games were played by other rules."));
  }
  const [own, other] = [game.bot_stream, first.bot_stream];
  if (own && other && own !== other) yield fault(gettext("The bot's secret is not that of the other game."));
}
