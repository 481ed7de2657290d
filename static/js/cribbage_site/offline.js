/** The page shown instead of another one while offline. It retries, and goes back once the server answers. */

const EVERY = 5_000;
const OF_ITS_OWN = "/offline";

/** Goes to the wanted page, or to the front page if this one was opened by its own URL. */
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
