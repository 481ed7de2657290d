/** The live page of an event: its clock, the visitor's own entry, their next table, and live standings. */

import { post } from "../../ui/api.js";
import { byId, setText } from "../../ui/dom.js";
import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../../ui/reconnecting-socket.js";
import { announce, showToast } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";
import { Director } from "./director.js";
import { drawCard, drawPlan, drawPodium, drawSides, drawStandings, drawTables, podiumOfTeams } from "./lists.js";
import { showLocalTimes } from "../../ui/words/local-time.js";
import { Boards } from "./boards.js";
import { OwnPart } from "./own-part.js";
import { describeSpan, describeUntil, readClock, warnOf } from "./model.js";
import { NextTable } from "./next-table.js";
import { viewOf } from "./view.js";

const CONNECTION_TEXTS = {
  connecting: gettext("Connecting…"),
  open: gettext("Live"),
  "back soon": gettext("Reconnecting…"),
  closed: gettext("Disconnected"),
};
const SECOND = 1_000;

class EventPage {
  constructor() {
    this.root = byId("event");
    const { id, me, account, objection, joinsLate, traits, first } = this.root.dataset;
    const visitor = { hasAccount: account === "true", objection, joinsLate: joinsLate !== undefined };
    Object.assign(this, { id, me, visitor, traits: new Set(traits.split(" ")), said: new Set() });
    this.frame = JSON.parse(first);
    this.tables = new Map();
    this.nextTable = new NextTable(byId("next-table"));
    this.ownPart = new OwnPart();
    this.boards = byId("boards-panel") && new Boards(id, this.frame.event.step);
    this.director = byId("director") && new Director(byId("director"));
    for (const form of this.root.querySelectorAll("form[data-act]")) this.handleEntry(form);
    showLocalTimes(document);
    this.draw(this.frame);
    setInterval(() => this.tick(), SECOND);
    const socket = new ReconnectingSocket(socketUrl(`/ws/event/${id}`), {
      hello: () => ({ t: "hello" }),
      ping: () => ({ t: "ping" }),
      onFrame: (frame) => this.handleFrame(frame),
      onState: (state) => this.handleState(state),
    });
    this.socket = socket;
    reconnectOnWake(socket);
    socket.open();
    this.watchGames();
  }

  get now() {
    return Date.now() + this.clockAhead;
  }

  handleFrame(frame) {
    if (frame.t === "event") {
      this.draw(frame);
      this.watchGames();
    } else if (frame.t === "games") {
      this.games?.draw(frame);
    }
  }

  /** Asks for the live games once there is one that anyone may watch. Until then their script is not loaded. */
  async watchGames() {
    const { event, tables } = this.frame;
    if (this.games || event.decks || !byId("games-panel") || !tables.some(({ ending }) => !ending)) return;
    const { Games } = await import("./games.js");
    this.games ??= new Games();
    this.socket.send({ t: "watch" });
  }

  draw(frame) {
    this.frame = frame;
    frame.event.traits = this.traits;
    this.clockAhead = frame.now - Date.now();
    this.keepTables(frame.tables);
    const view = viewOf({ ...frame, tables: [...this.tables.values()] }, this.now, this.visitor);
    drawStandings(view.standings, this.me);
    drawPodium(frame.event.team_size ? podiumOfTeams(frame.sides) : view.standings);
    drawPlan(view.plan);
    drawSides(frame.sides);
    drawTables(view.tables, !frame.event.step);
    drawCard(view.card);
    this.drawEntry(view);
    this.nextTable.update(view.myTable);
    this.director?.draw(frame);
    this.ownPart.update(frame);
    this.boards?.update(frame.event.step);
    this.root.dataset.state = frame.event.state;
    byId("message").hidden = !frame.event.message;
    setText(byId("message").querySelector("strong"), frame.event.message?.says ?? "");
    byId("more").hidden = view.more === 0;
    setText(byId("more-says"), gettext("and {n} more", { n: view.more }));
    setText(byId("entered"), String(view.entered));
    setText(byId("clock-until"), describeUntil(frame.event, this.now));
    this.tick();
  }

  /** A frame has the running tables and the last finished ones. Finished tables that are known already stay. */
  keepTables(tables) {
    for (const { game, ending } of [...this.tables.values()]) if (!ending) this.tables.delete(game);
    for (const table of [...tables].reverse()) this.tables.set(table.game, table);
  }

  drawEntry({ state, whyNot, place }) {
    for (const part of this.root.querySelectorAll("[data-when]")) {
      part.hidden = !part.dataset.when.split(" ").includes(state);
    }
    setText(byId("why-not"), whyNot);
    setText(byId("own-place"), place === null ? "" : gettext("You’re number {place}.", { place }));
  }

  tick() {
    const { says, left } = readClock(this.frame.event, this.now);
    setText(byId("clock-says"), says);
    setText(byId("clock-left"), left === null ? "" : describeSpan(left));
    const due = warnOf(this.frame.event, this.now);
    byId("warning").hidden = !due;
    if (!due) return;
    setText(byId("warning"), due.says);
    if (!this.said.has(due.key)) announce(due.says);
    this.said.add(due.key);
  }

  /** Sends the request of a button. The result arrives over the socket. */
  handleEntry(form) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (form.hasAttribute("aria-busy")) return;
      form.setAttribute("aria-busy", "true");
      const { ok, body } = await post(`/api/events/${this.id}/${form.dataset.act}`);
      form.removeAttribute("aria-busy");
      if (!ok) showToast({ says: body.says });
      else if (form.dataset.act === "join") document.dispatchEvent(new Event("waits-from-now-on"));
    });
  }

  handleState(state) {
    this.showConnection(state);
    if (state === "open" && this.games) this.socket.send({ t: "watch" });
  }

  showConnection(state) {
    const node = byId("line");
    node.hidden = false;
    node.dataset.line = state.replace(" ", "-");
    setText(node.querySelector(".line-says"), CONNECTION_TEXTS[state]);
  }
}

new EventPage();
