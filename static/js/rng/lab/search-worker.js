// Searches in a worker, so that the page stays responsive. It receives the seen cards, and posts progress and then the
// result.

import { search } from "./generator-search.js";

const PAUSE = 40; // milliseconds between two progress messages

addEventListener("message", ({ data: { seen } }) => {
  const begun = performance.now();
  let told = begun;
  let last = null;
  for (const sought of search(seen)) {
    last = sought;
    if (performance.now() - told < PAUSE) continue;
    told = performance.now();
    postMessage({ sought, isOver: false, seconds: (told - begun) / 1000 });
  }
  postMessage({ sought: last, isOver: true, seconds: (performance.now() - begun) / 1000 });
});
