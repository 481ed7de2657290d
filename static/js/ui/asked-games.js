/**
 * Remembers how this browser came to a game: what its player asked for decides what the server may deal. A page that
 * was opened from elsewhere (a notification, another device, a typed address) knows nothing.
 *
 * @typedef {"asked" | "daily" | "invitation"} Way `asked`: by a call or form for a game of its own: against a bot, a
 *   seek, a link, a challenge, a rematch
 */

const GAMES = "every-other.asked";
const FORM = "every-other.way";
const MOST_GAMES = 50;
const SOON = 60_000; // a form leads to its table within this time, or the way is not known

/**
 * Which calls ask for a game, and of which game it is to be a rematch: null for a new game, undefined if it may be
 * either.
 * @type {[RegExp, (game?: string) => string | null | undefined][]}
 */
const CALLS = [
  [/^\/api\/(?:games|join\/[^/]+)$/, () => null],
  [/^\/api\/seeks\/[^/]+\/accept$/, () => undefined],
  [/^\/api\/games\/([^/]+)\/rematch$/, (game) => game],
];

/** @type {[RegExp, Way][]} */
const FORMS = [
  [/^\/(?:play$|join\/)/, "asked"],
  [/^\/daily\/play$/, "daily"],
  [/^\/cards\/[^/]+\/play$/, "invitation"],
];

function load(storage, name) {
  try {
    return JSON.parse(storage().getItem(name));
  } catch {
    return null;
  }
}

function keep(storage, name, value) {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
  } catch {
    // Without storage the way to the table is not known.
  }
}

const local = () => localStorage;
const ofThisTab = () => sessionStorage;

/** @typedef {{game: string, rematchOf?: string | null}} Asked  `rematchOf`: null for a new game */

/** The games that this browser asked for. Earlier pages kept only their names. @returns {Asked[]} */
const loadAsked = () =>
  (load(local, GAMES) ?? []).map((each) => (typeof each === "string" ? { game: each } : each));

const findAsked = (game) => loadAsked().find((each) => each.game === game);

/**
 * Notes a game, or a seek that becomes one, that this browser asked for.
 * @param {string} game @param {string | null} [rematchOf] the game that it is a rematch of, null for a new game
 */
export function noteAsked(game, rematchOf = findAsked(game)?.rematchOf) {
  const others = loadAsked().filter((each) => each.game !== game);
  keep(local, GAMES, [...others.slice(1 - MOST_GAMES), { game, rematchOf }]);
}

/** Notes the game in the answer to a call, if the call asks for one. @param {string} path @param {object} body */
export function noteAnswer(path, body) {
  for (const [call, rematchOf] of CALLS) {
    const found = call.exec(path);
    if (found && typeof body?.game === "string") noteAsked(body.game, rematchOf(found[1]));
  }
}

/** Notes a form that leads to a table. @param {string} action the path that it is sent to @param {string} from */
export function noteForm(action, from, now = Date.now()) {
  const [, way] = FORMS.find(([path]) => path.test(action)) ?? [];
  keep(ofThisTab, FORM, way ? { way, from, at: now } : null);
}

/** Forgets the form that was sent: it led to another page than a table. */
export const forgetForm = () => keep(ofThisTab, FORM, null);

/**
 * How this browser came to a game, as its table opens; null where it does not know.
 * @param {string} game @param {string} referrer @returns {Way | null}
 */
export function wayTo(game, referrer, now = Date.now()) {
  const form = load(ofThisTab, FORM);
  forgetForm();
  if (findAsked(game)) return "asked";
  const isFresh = form && now - form.at < SOON && pathOf(referrer) === form.from;
  return isFresh ? form.way : null;
}

/**
 * Of which game this browser asked for a rematch with a call or form; null for a new game, undefined where it does not
 * know.
 * @param {string} game @param {Way | null} way how it came to the game @returns {string | null | undefined}
 */
export function rematchAsked(game, way) {
  const asked = findAsked(game);
  return !asked && way === "asked" ? null : asked?.rematchOf;
}

/** The event from whose page this browser came, or null. @param {string} referrer @returns {string | null} */
export const eventOf = (referrer) => (pathOf(referrer) ?? "").match("^/events/([^/]+)$")?.[1] ?? null;

function pathOf(address) {
  try {
    return new URL(address).pathname;
  } catch {
    return null;
  }
}
