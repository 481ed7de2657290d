// Keeps the page of an evening up to date: it polls the server, which sends the part that changed.

import { byId } from "../ui/dom.js";

const EVERY_MS = 2500;

/** Whether a user is typing in the part that would be replaced. @param {HTMLElement} live */
export function isBusy(live, focused = document.activeElement) {
  const fields = [...live.querySelectorAll("input, select, textarea")];
  const isTyping = fields.includes(focused);
  const hasChoices = fields.some(
    (field) => (field.type === "radio" ? field.checked : field.type === "number" && field.value !== ""),
  );
  return isTyping || hasChoices || live.querySelector("details[open]") !== null;
}

async function refresh(live) {
  const answer = await fetch(
    `${location.pathname}?since=${live.dataset.version}`,
    { headers: { Accept: "text/html" } },
  );
  if (answer.status !== 200 || isBusy(live)) return;
  const part = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".live-part");
  if (part === null || isBusy(live)) return;
  live.dataset.version = part.dataset.version;
  live.replaceChildren(part);
}

async function keepUpToDate(live) {
  try {
    if (!document.hidden && !isBusy(live)) await refresh(live);
  } catch {
    // No connection just now. The next poll will do.
  }
  setTimeout(keepUpToDate, EVERY_MS, live);
}

const live = byId("live");
if (live !== null) setTimeout(keepUpToDate, EVERY_MS, live);

const print = byId("print");
if (print !== null) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
