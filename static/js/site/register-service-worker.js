/** Lets the browser keep a page for when the line is down; the page that is being read comes first. */

const LATER = 3_000;

// Where a browser will not (in a private window, say) all else works as it does.
const begin = () => navigator.serviceWorker.register("/sw.js").catch(() => {});

if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(begin, LATER));
