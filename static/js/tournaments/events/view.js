/**
 * The event page for one visitor, computed from the frames of its socket. Pure: `tournaments/events/show/event_page.py`
 * does the same for the initial page.
 *
 * @typedef {object} Visitor
 * @property {boolean} hasAccount
 * @property {string} objection why they can't join any event; empty if they can
 * @property {boolean} [joinsLate] whether they can join this event until it closes
 */

import { gettext } from "../../ui/translate.js";

const SKUNK_LINE = 91;
const PLAYED = new Set(["played", "given_up"]);
const isEnded = ({ state }) => state === "over" || state === "void";

/** @param {object} frame  with its tables, the oldest first @param {number} now @param {Visitor} visitor */
export function viewOf(frame, now, { hasAccount, objection, joinsLate = false }) {
  const { event } = frame;
  const mine = frame.me?.entry ?? null;
  const live = frame.tables.filter(({ ending }) => ending === null);
  const playing = new Set(live.flatMap(({ entries }) => entries));
  const names = new Map(frame.sides.map(({ team, club }) => [team, club.name]));
  const lineOf = (line) => (
    { ...line, state: doing(line, event, playing), side: (event.team_size && names.get(line.team)) || "" }
  );
  const standings = frame.standings.map(lineOf);
  const ownLine = frame.me?.line ?? frame.standings.find(({ entry }) => entry === mine);
  const own = ownLine ? lineOf(ownLine) : null;
  const isBeyond = own !== null && !standings.some(({ entry }) => entry === mine);
  const card = frame.tables.filter(({ entries }) => entries.includes(mine)).map(
    (table, n) => cardOf(n + 1, table, mine),
  );
  return {
    standings: isBeyond ? [...standings, own] : standings,
    entered: frame.count,
    more: Math.max(0, frame.count - standings.length - (isBeyond ? 1 : 0)),
    tables: live.map(({ game, players }) => ({ game, players: players.map(({ name }) => name) })),
    plan: planOf(frame),
    card,
    myTable: card.find(({ ending }) => ending === null) ?? null,
    place: own?.games ? own.place : null,
    whyNot: objection || gettext("It’s too late to join this event."),
    state: stateOf(event, own, { hasAccount, objection, mayJoin: joinsLate || now < event.joins_until }),
  };
}

/** Which of the page's parts for a visitor is shown. */
function stateOf(event, own, { hasAccount, objection, mayJoin }) {
  if (own && (!isEnded(event) || own.state === "out")) {
    if (own.state === "banned" && mayJoin && !objection) return "left";
    return own.state === "left" && !mayJoin ? "gone" : own.state;
  }
  if (isEnded(event)) return "over";
  if (event.state === "closed") return "last";
  if (!mayJoin) return "refused";
  if (!hasAccount) return "stranger";
  return objection ? "refused" : "open";
}

/** The current activity of a player in the standings. */
function doing(line, event, playing) {
  if (line.disqualified) return "out";
  if (playing.has(line.entry)) return "playing";
  if (line.banned) return "banned";
  if (line.left) return "left";
  if (event.state === "announced") return "entered";
  if (isEnded(event)) return "over";
  if (event.traits.has("ends_after_games") && event.games > 0 && line.games >= event.games) return "done";
  if (event.state === "closed") return "last";
  return line.here ? "free" : "paused";
}

/** The rounds of a bracket or of a round robin, each match with its names and its score. */
function planOf({ plan, standings, tables }) {
  if (!plan) return [];
  const names = new Map([...standings.map(({ entry, name }) => [entry, name]), [null, "…"], [0, "–"]]);
  const { rounds } = plan;
  const hasResults = !Array.isArray(rounds[0]?.[0]); // a bracket's own, otherwise those of the tables
  if (hasResults) {
    return rounds.map((matches, n) => ({
      name: roundName(n + 1, rounds.length),
      matches: matches.map(
        ({ sides, wins }) => ({ names: sides.map((side) => names.get(side)), score: scoreOf(wins) }),
      ),
    }));
  }
  const resultOf = (pair) => {
    const table = tables.find(
      ({ entries, ending }) => PLAYED.has(ending) && pair.every((entry) => entries.includes(entry)),
    );
    if (!table) return "";
    return scoreOf(table.entries[0] === pair[0] ? table.scores : [...table.scores].reverse());
  };
  return rounds.map((pairs, n) => ({
    name: gettext("Round {n}", { n: n + 1 }),
    matches: pairs.map((pair) => ({ names: pair.map((entry) => names.get(entry)), score: resultOf(pair) })),
  }));
}

function roundName(number, rounds) {
  if (number === rounds) return gettext("Final");
  return number === rounds - 1 ? gettext("Semifinals") : gettext("Round {n}", { n: number });
}

const scoreOf = ([one, other]) => `${one} – ${other}`;

/** A game as it is shown on a player's own card. */
function cardOf(number, { game, entries, players, ending, winner, scores, disqualified }, mine) {
  const place = entries.indexOf(mine);
  const won = winner === null ? null : winner === place;
  const isSkunk = won && PLAYED.has(ending) && scores[1 - place] < SKUNK_LINE;
  const { name, nickname } = players[1 - place];
  return {
    number,
    game,
    opponent: name,
    nickname,
    ending,
    disqualified,
    won,
    score: [scores[place], scores[1 - place]],
    points: won ? (isSkunk ? 3 : 2) : 0,
  };
}
