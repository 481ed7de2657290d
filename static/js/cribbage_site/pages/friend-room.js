/** The room of a link: commits ahead, shares the link, and opens the table when the friend sits down. */

import { commitAhead } from "../../game/fairness/commit-ahead.js";
import { forgetGame } from "../../game/fairness/game-storage.js";
import { post } from "../../ui/api.js";
import { noteAsked } from "../../ui/asked-games.js";
import { byId, setText } from "../../ui/dom.js";
import { copyLink, shareLink } from "../../ui/copy/link.js";
import { OwnWords } from "../../ui/own-words.js";
import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../../ui/reconnecting-socket.js";
import { gettext } from "../../ui/translate.js";

const { game, commitment, ahead } = byId("room").dataset;
const field = byId("link");

const RETRY_MS = 3_000;

noteAsked(game, null);
let isLeaving = false; // for another page, whatever becomes of the link

const showNote = (says) => setText(byId("room-note"), says);

/** Sends the commitment, even if the page is closed meanwhile. */
async function sendCommitment(c) {
  const { ok, body } = await post(`/api/seeks/${game}/commitment`, { c }, { keepalive: true });
  return { ok, error: body.error };
}

/** Commits ahead, with retries. The link is shown when the commitment is stored, or can't be made in this browser. */
async function commit() {
  const words = new OwnWords();
  const state = await commitAhead(
    game,
    { standing: commitment || null, takeWords: () => words.takeOnce(), send: sendCommitment },
  );
  if (state === "failed") {
    showNote(gettext("Can’t reach the server. Your link appears here as soon as we can."));
    setTimeout(commit, RETRY_MS);
    return;
  }
  showNote("");
  const says = {
    elsewhere: gettext("You made this link on another device or browser. Come back there to play."),
    unkept: gettext("This browser stores no data, so stay on this page. The game begins when you are both here."),
  }[state];
  if (says) setText(byId("room-leave"), says);
  byId("room").dataset.state = state;
}

async function withdraw() {
  isLeaving = true;
  const { ok, body } = await post(`/api/seeks/${game}/cancel`);
  isLeaving = ok;
  if (!ok) return showNote(body.says);
  forgetGame(game);
  location.assign("/friend");
}

/** Polls the link: once it has a table, or can't have one anymore, this URL redirects. */
function watch() {
  const socket = new ReconnectingSocket(socketUrl(`/ws/table/${encodeURIComponent(game)}`), {
    hello: () => ({ t: "hello", since: -1 }),
    ping: () => ({ t: "ping", ply: -1 }),
    onFrame: ({ t }) => t === "table" && location.reload(),
    onState: (state) => state === "closed" && !isLeaving && location.reload(),
  });
  reconnectOnWake(socket);
  socket.open();
}

byId("share").hidden = !navigator.share;
byId("copy").classList.toggle("quiet", Boolean(navigator.share)); // the primary button is filled
byId("share").addEventListener("click", () => shareLink(field.value));
byId("copy").addEventListener("click", async () => showNote(await copyLink(field)));
byId("withdraw").addEventListener("click", withdraw);
watch();
if (ahead === "true") commit();
