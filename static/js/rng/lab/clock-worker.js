// Searches in a worker, which the page terminates to stop it. It receives the seen cards, and posts progress and then
// the result.

import { searchByClock } from "./clock-search.js";
import { guessSecrets } from "./secret-guessing.js";

const PAUSE = 40; // milliseconds between two progress messages
const GUESSING = 5000; // milliseconds for a search without end

addEventListener("message", ({ data: { seen, span, ours } }) => {
  const clock = report("clock", searchByClock(seen, span), Infinity);
  postMessage({ kind: "end", clock, guess: ours ? report("guess", guessSecrets(seen, ours), GUESSING) : null });
});

/** Runs a search, or as much as fits into some time, and reports progress to the page. */
function report(kind, search, longest) {
  const begun = performance.now();
  let told = begun;
  let last = null;
  for (const progress of search) {
    last = progress;
    const now = performance.now();
    if (now - begun > longest) break;
    if (now - told < PAUSE) continue;
    told = now;
    postMessage({ kind, progress, seconds: (now - begun) / 1000 });
  }
  return { progress: last, seconds: (performance.now() - begun) / 1000 };
}
