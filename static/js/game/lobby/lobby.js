/**
 * The live front page: its socket, and what a visitor sees at once. The lists and the forms' answers are loaded on
 * demand.
 */

import { byId, setText } from "../../ui/dom.js";
import { openPage } from "../../ui/open-page.js";
import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../../ui/reconnecting-socket.js";
import { showToast } from "../../ui/toasts.js";
import { gettext, language } from "../../ui/translate.js";
import { Felt } from "./felt.js";
import { countPeople, describePeople, describeWaiting, hasRows, isForAnyone, seeksIMayMeet } from "./model.js";
import { tableUrl } from "./urls.js";

const CONNECTION_TEXTS = {
  connecting: gettext("Connecting…"),
  open: gettext("Connected"),
  "back soon": gettext("Reconnecting…"),
  closed: gettext("Disconnected"),
};
const SLOW = 1_000;

class Lobby {
  constructor() {
    /** @type {import("./model.js").Lobby | null} */
    this.lobby = null;
    this.areListsNeeded = document.querySelector("#seeks > li, #games > li") !== null;
    this.isPlain = false;
    this.felt = new Felt(byId("felt"));
    for (const form of document.querySelectorAll("#quick, #again, #friends-here, #make")) {
      form.addEventListener("submit", (event) => this.send(event));
    }
    const more = byId("more");
    more.addEventListener("toggle", () => more.open && this.loadForms());
    rememberOpen(more);
    setTimeout(() => this.explainDelay(), SLOW);
    showBusiestHour(byId("busiest"));
    this.line = new ReconnectingSocket(socketUrl("/ws/lobby"), {
      hello: () => ({ t: "hello" }),
      ping: () => ({ t: "ping" }),
      onFrame: (frame) => this.handleFrame(frame),
      onState: (state, says) => this.showConnection(state, says),
    });
    reconnectOnWake(this.line);
    this.line.open();
  }

  /** Explains the delay to a player who waits for longer than a moment. */
  explainDelay() {
    if (!this.lobby) {
      setText(byId("lobby-slow"), gettext("The server is slow to answer. The lists appear in a moment."));
    }
  }

  // Frames from the server.

  handleFrame(frame) {
    if (frame.t === "lobby") this.draw(frame); // frames for this player alone arrive on a separate socket
    if (frame.t === "featured") this.felt.show(frame.game);
  }

  showConnection(state, says) {
    const node = byId("line");
    node.hidden = false;
    node.dataset.line = state.replace(" ", "-");
    setText(node.querySelector(".line-says"), CONNECTION_TEXTS[state]);
    byId("lobby").classList.toggle("stale", state !== "open");
    if (state === "closed") this.explainEnd(says);
  }

  explainEnd(says) {
    showToast({ says: says ?? gettext("The lobby has closed."), label: gettext("Load the page again"), href: "/" });
  }

  // Drawing.

  async draw(lobby) {
    this.lobby = lobby;
    setText(byId("lobby-slow"), "");
    const waiting = seeksIMayMeet(lobby).length;
    setText(
      byId("company"),
      describeWaiting(waiting, lobby.figures.usual_wait_s, lobby.mine.some(isForAnyone)),
    );
    setText(byId("people"), describePeople(countPeople(lobby.count, waiting)));
    this.drawNextEvent(lobby.event);
    this.drawFriends(lobby);
    if (byId("own-points")) setText(byId("own-points"), String(lobby.points));
    this.forms?.offer(lobby);
    this.areListsNeeded ||= hasRows(lobby);
    if (this.areListsNeeded) (await this.loadLists()).draw(lobby);
    document.body.dataset.lobby = "live";
  }

  async drawNextEvent(event) {
    if (event || !byId("next-event").hidden) (await import("./next-event.js")).drawNextEvent(event);
  }

  /** Shows which friends are here, and whether the last opponent is. */
  async drawFriends({ here, followed }) {
    const again = byId("again");
    if (again) {
      again.querySelector("[data-part=here]").hidden = !here.some(({ name }) => name === again.dataset.name);
    }
    const list = byId("friends");
    if (!list || (!followed.length && !list.children.length)) return;
    const { FriendsHere } = await import("./friends-here.js");
    (this.friends ??= new FriendsHere()).draw(followed);
  }

  async loadLists() {
    const { Lists } = await import("./lists.js");
    return (this.lists ??= new Lists(this));
  }

  async loadForms() {
    const { Forms } = await import("./forms.js");
    return (this.forms ??= new Forms(this));
  }

  // Actions of the player.

  /**
   * Sends a form so that the answer is shown on this page. Without a connection it is submitted normally.
   * @param {SubmitEvent} event
   */
  async send(event) {
    const { submitter } = event;
    if (this.isPlain || submitter?.hasAttribute("formaction")) return; // the latter has its own page
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const forms = await this.loadForms().catch(() => null);
    if (forms) return forms.send(form, submitter);
    this.isPlain = true;
    form.requestSubmit(submitter);
  }

  openTable(game) {
    openPage(tableUrl(game));
  }
}

/** Shows an hour of the server in the reader's time zone. @param {HTMLElement | null} node */
function showBusiestHour(node) {
  if (!node) return;
  const then = new Date();
  then.setUTCHours(Number(node.dataset.hour), 0);
  setText(node, then.toLocaleTimeString(language(), { hour: "numeric", minute: "2-digit" }));
}

/** Remembers whether a section is open, for the browser's session. */
function rememberOpen(fold) {
  const key = `every-other.open.${fold.id}`;
  try {
    fold.open = sessionStorage.getItem(key) === "yes";
    fold.addEventListener("toggle", () => sessionStorage.setItem(key, fold.open ? "yes" : ""));
  } catch {
    // Without storage it is closed whenever the page is opened.
  }
}

new Lobby();
