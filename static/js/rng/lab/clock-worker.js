// Searches beside the page, which ends it to stop it: is posted what was seen, posts how far it is, then the end.

import { searchByClock } from "./clock-search.js";
import { guessSecrets } from "./secret-guessing.js";

const PAUSE = 40; // milliseconds between two words of how far it is
const GUESSING = 5000; // milliseconds, where there is no end to it

addEventListener("message", ({ data: { seen, span, ours } }) => {
  const clock = report("clock", searchByClock(seen, span), Infinity);
  postMessage({ kind: "end", clock, guess: ours ? report("guess", guessSecrets(seen, ours), GUESSING) : null });
});

/** Go through a search, or as far as one comes in some time, and tell the page how far it is. */
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
