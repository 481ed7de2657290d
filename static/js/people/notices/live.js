/** Connects every page to its player's notifications. The script that shows them is loaded with the first one. */

import { csrfToken } from "../../ui/cookies.js";
import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../../ui/reconnecting-socket.js";
import { saveSeen } from "./seen.js";

/** @type {Promise<import("./live-notices.js").LiveNotices> | null} */
let live = null;
let isFirst = true;

async function load() {
  try {
    const { LiveNotices } = await import("./live-notices.js");
    return new LiveNotices();
  } catch (problem) {
    live = null;
    throw problem;
  }
}

/** Until the first notification the page is right as the server made it. */
async function handle(frame) {
  if (frame.t !== "notices") return;
  const wasFirst = isFirst;
  isFirst = false;
  if (live || frame.notices.length) (await (live ??= load())).handleNotices(frame, wasFirst);
  else saveSeen([]);
}

/** Asks whether this device shall get notifications, after an action with a wait. */
async function offerPush() {
  const { offer } = await import("./push-prompt.js");
  await offer();
}

/** A visitor who has become a player on this page has another CSRF token than its forms. */
function renewFormTokens() {
  const token = csrfToken();
  for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) if (token) field.value = token;
}

renewFormTokens();
document.getElementById("bell").hidden = false; // of a visitor who has become a player
document.addEventListener("waits-from-now-on", offerPush);
const socket = new ReconnectingSocket(socketUrl("/ws/site"), {
  hello: () => ({ t: "hello" }),
  ping: () => ({ t: "ping" }),
  onFrame: handle,
  onState: () => {},
});
reconnectOnWake(socket);
socket.open();
