/**
 * The live front page: its socket, and what a visitor sees at once. The lists and the forms' answers are loaded when
 * they are needed.
 */

import { byId, setText } from "../../ui/dom.js";
import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../../ui/reconnecting-socket.js";
import { gettext } from "../../ui/translate.js";
import { Felt } from "./felt.js";
import { describeWaiting, hasRows, isForAnyone, othersGames, seeksIMayMeet } from "./model.js";
import { drawStrip } from "./strip.js";
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
    this.areListsNeeded = false;
    this.isPlain = false;
    this.felt = new Felt(byId("felt"));
    for (const id of ["quick", "make"]) byId(id).addEventListener("submit", (event) => this.send(event));
    const more = byId("more");
    more.addEventListener("toggle", () => more.open && this.loadForms());
    rememberOpen(more);
    addEventListener("pageshow", () => {
      this.leaving = false;
    });
    setTimeout(() => this.explainDelay(), SLOW);
    this.line = new ReconnectingSocket(socketUrl("/ws/lobby"), {
      hello: () => ({ t: "hello" }),
      ping: () => ({ t: "ping" }),
      onFrame: (frame) => this.handleFrame(frame),
      onState: (state, says) => this.showConnection(state, says),
    });
    reconnectOnWake(this.line);
    this.line.open();
  }

  /** Tells a player who waits for longer than a moment why. */
  explainDelay() {
    if (!this.lobby) {
      setText(byId("lobby-slow"), gettext("The server is slow to answer. You'll see who's here in a moment."));
    }
  }

  // What the server says.

  handleFrame(frame) {
    if (frame.t === "lobby") this.draw(frame); // what is for this player alone comes to every page, by its own socket
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

  async explainEnd(says) {
    const { showToast } = await import("../../ui/toasts.js");
    showToast({ says: says ?? gettext("The lobby has closed."), label: gettext("Load the page again"), href: "/" });
  }

  // What is drawn.

  async draw(lobby) {
    this.lobby = lobby;
    setText(byId("lobby-slow"), "");
    setText(
      byId("company"),
      describeWaiting(seeksIMayMeet(lobby).length, lobby.figures.usual_wait_s, lobby.mine.some(isForAnyone)),
    );
    this.drawNextEvent(lobby.event);
    drawStrip(lobby, othersGames(lobby).length);
    if (byId("own-points")) setText(byId("own-points"), String(lobby.points));
    this.forms?.offer(lobby);
    this.areListsNeeded ||= hasRows(lobby);
    if (this.areListsNeeded) (await this.loadLists()).draw(lobby);
    document.body.dataset.lobby = "live";
  }

  async drawNextEvent(event) {
    if (event || !byId("next-event").hidden) (await import("./next-event.js")).drawNextEvent(event);
  }

  async loadLists() {
    const { Lists } = await import("./lists.js");
    return (this.lists ??= new Lists(this));
  }

  async loadForms() {
    const { Forms } = await import("./forms.js");
    return (this.forms ??= new Forms(this));
  }

  // What the player does.

  /**
   * Sends a form so that the answer is shown on this page; without the line it goes the way of all forms.
   * @param {SubmitEvent} event
   */
  async send(event) {
    const { submitter } = event;
    if (this.isPlain || submitter?.hasAttribute("formaction")) return; // the latter leads to a page of its own
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const forms = await this.loadForms().catch(() => null);
    if (forms) return forms.send(form, submitter);
    this.isPlain = true;
    form.requestSubmit(submitter);
  }

  openTable(game) {
    if (this.leaving) return;
    this.leaving = true;
    location.assign(tableUrl(game));
  }
}

/** Leaves a fold as it was while the browser's session lasts. */
function rememberOpen(fold) {
  const key = `every-other.open.${fold.id}`;
  try {
    fold.open = sessionStorage.getItem(key) === "yes";
    fold.addEventListener("toggle", () => sessionStorage.setItem(key, fold.open ? "yes" : ""));
  } catch {
    // Without storage it is folded whenever the page is opened.
  }
}

new Lobby();
