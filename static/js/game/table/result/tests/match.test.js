import assert from "node:assert/strict";
import { test } from "node:test";
import { MatchScore, describeMatch, isMatchOpen, matchScore } from "../match.js";

const WHO = { you: 1, names: ["Ada", "Bert"] };
const WATCHER = { ...WHO, you: null };
const THREE = { best_of: 3, game: 2, wins: [1, 0] };

test("a match is open until one player has won more than half of it", () => {
  assert.ok(isMatchOpen(THREE, null));
  assert.ok(isMatchOpen(THREE, 1));
  assert.ok(!isMatchOpen(THREE, 0));
  assert.ok(!isMatchOpen({ best_of: 1, game: 5, wins: [4, 0] }, 0));
  assert.ok(!isMatchOpen(null, 0));
  assert.deepEqual(matchScore({ best_of: 7, game: 6, wins: [2, 3] }, 1), { score: [2, 4], champion: 1 });
});

test("the score is described from the reader's seat", () => {
  assert.equal(describeMatch(THREE, null, WHO), "Best of 3: you 0 – 1 Ada");
  assert.equal(describeMatch(THREE, 1, WHO), "Best of 3: you 1 – 1 Ada");
  assert.equal(describeMatch(THREE, null, WATCHER), "Best of 3: Ada 1 – 0 Bert");
  assert.equal(describeMatch({ best_of: 1, game: 3, wins: [1, 1] }, 1, WHO), "In a row: you 2 – 1 Ada");
});

test("the winner of the match is named", () => {
  assert.equal(describeMatch(THREE, 0, WHO), "Ada wins the match, 2–0.");
  assert.equal(describeMatch({ best_of: 3, game: 3, wins: [1, 1] }, 1, WHO), "You win the match, 2–1.");
});

test("at a table of an event its name replaces the score of a match", () => {
  const root = { hidden: true, textContent: "" };
  const scene = { phase: "play", showing: null, winner: null };
  new MatchScore(root, "Friday night").draw({ match: null, scene, who: WHO });
  assert.deepEqual(root, { hidden: false, textContent: "Friday night" });
  new MatchScore(root, undefined).draw({ match: null, scene, who: WHO });
  assert.equal(root.hidden, true);
});
