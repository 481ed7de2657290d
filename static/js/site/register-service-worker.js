/** Registers the service worker, after the page has loaded. */

const LATER = 3_000;

// A browser may refuse (in a private window, say); all else works without it.
const begin = () => navigator.serviceWorker.register("/sw.js").catch(() => {});

if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(begin, LATER));
