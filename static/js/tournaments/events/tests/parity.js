/** Prints a page's view of the given frames, for a comparison with the server's own page. */

import { readFileSync } from "node:fs";

import { describeEnding, readClock } from "../model.js";
import { viewOf } from "../view.js";

const answers = JSON.parse(readFileSync(0, "utf8")).map(({ frame, now, hasAccount, traits }) => {
  frame.event.traits = new Set(traits.split(" "));
  const view = viewOf({ ...frame, tables: [...frame.tables].reverse() }, now, { hasAccount, objection: "" });
  return {
    state: view.state,
    place: view.place,
    states: view.standings.map(({ state }) => state),
    tables: view.tables,
    card: view.card.map(
      ({ number, game, opponent, ending, won, score, points }) => (
        { number, game, opponent, ending, won, score, points, says: describeEnding({ ending, won, points }) }
      ),
    ),
    plan: view.plan,
    clock: readClock(frame.event, now).says,
  };
});

process.stdout.write(JSON.stringify(answers));
