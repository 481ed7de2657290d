/** The page that stands in for another while offline: it tries again, and makes way once the server answers. */

const EVERY = 5_000;
const OF_ITS_OWN = "/offline";

/** The page that was wanted, or the front page if this one was opened by its own address. */
const back = () => (location.pathname === OF_ITS_OWN ? location.replace("/") : location.reload());

async function isServerReachable() {
  try {
    return (await fetch(OF_ITS_OWN, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

async function retry() {
  if (document.hidden || !(await isServerReachable())) setTimeout(retry, EVERY);
  else back();
}

document.querySelector("#try-again").addEventListener("click", back);
addEventListener("online", back);
if (location.pathname !== OF_ITS_OWN) setTimeout(retry, EVERY);
