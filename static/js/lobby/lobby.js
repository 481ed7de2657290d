/** The live front page: connects the lobby's socket, the forms and the lists. */

import { describeSettings } from "../game/offers.js";
import { post } from "../ui/api.js";
import { byId, setText } from "../ui/dom.js";
import { rememberSeek } from "../ui/own-seeks.js";
import { SteadyList } from "../ui/steady-list.js";
import { announce, showToast } from "../ui/toasts.js";
import { gettext } from "../ui/translate.js";
import { ChallengeDialog } from "./challenge-dialog.js";
import { Felt } from "./felt.js";
import { MakeForm, submitByApi } from "./make.js";
import { describeOwnScores, findBotGame, isForAnyone, opponentOf, othersGames, othersSeeks, seeksIMayMeet } from "./model.js";
import { blockedRow, gameRow, mySeekRow, personRow, playingRow, seekRow, updateWait } from "./rows.js";
import { connectLobby } from "./socket.js";
import { drawStrip } from "./strip.js";
import { byUrgency, describeInProgress, describeWaiting } from "./texts.js";
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
    this.sinces = new Map();
    const you = () => this.lobby?.you ?? null;
    const own = () => this.lobby?.points ?? null;
    const refuge = byId("lobby-head");
    const list = (id, how, drawn) => new SteadyList(byId(id), { refuge, ...how, drawn });
    const panel = (id) => (count) => (byId(`${id}-panel`).hidden = count === 0);
    const orSay = (id) => (count) => {
      panel(id)(count);
      byId(`${id}-empty`).hidden = count > 0;
    };
    this.lists = {
      mine: list("mine", mySeekRow(this), panel("mine")),
      seeks: list("seeks", seekRow(own, this), (count) => this.drawNobody(count)),
      games: list("games", gameRow(), orSay("games")),
      here: list("here", personRow(you, this), (count) => (byId("here-panel").hidden = count < 2)),
      blocked: list("blocked", blockedRow(this), panel("blocked")),
    };
    this.playing = () => (this.lists.playing ??= list("playing", playingRow(you), panel("playing"))); // until then the server's rows stand
    this.felt = new Felt(byId("felt"));
    this.challenges = new ChallengeDialog((game, asked) => this.handleGameMade(game, asked));
    this.form = new MakeForm(byId("make"), (game, asked) => this.handleGameMade(game, asked));
    submitByApi(byId("quick"), (game, asked) => this.handleGameMade(game, asked));
    rememberOpen(byId("more"));
    byId("block-dialog").addEventListener("close", ({ target }) => {
      if (target.returnValue === "block") this.sendBlock(target.dataset.name);
      target.returnValue = "";
    });
    addEventListener("pageshow", () => {
      this.leaving = false;
    });
    setInterval(() => this.tick(), 1_000);
    setTimeout(() => this.explainDelay(), SLOW);
    this.line = connectLobby((frame) => this.handleFrame(frame), (state, says) => this.showConnection(state, says));
  }

  /** Tells a player who waits for longer than a moment why. */
  explainDelay() {
    if (!this.lobby) setText(byId("lobby-slow"), gettext("The server is slow to answer. You'll see who's here in a moment."));
  }

  // What the server says.

  handleFrame(frame) {
    if (frame.t === "lobby") this.handleLobby(frame); // what is for this player alone comes to every page, by its own socket
    if (frame.t === "featured") this.felt.show(frame.game);
  }

  handleLobby(frame) {
    this.lobby = frame;
    this.setSinces([...frame.seeks, ...frame.mine]);
    this.draw();
  }

  showConnection(state, says) {
    const node = byId("line");
    node.hidden = false;
    node.dataset.line = state.replace(" ", "-");
    setText(node.querySelector(".line-says"), CONNECTION_TEXTS[state]);
    byId("lobby").classList.toggle("stale", state !== "open");
    if (state === "closed") showToast({ says: says ?? gettext("The lobby has closed."), label: gettext("Load the page again"), href: "/" });
  }

  // What is drawn.

  /** A seek comes with its age; from then on this page's clock counts. */
  setSinces(seeks) {
    const sinces = new Map();
    for (const seek of seeks) {
      sinces.set(seek.id, this.sinces.get(seek.id) ?? Date.now() - seek.waited_s * 1000);
      seek.since = sinces.get(seek.id);
    }
    this.sinces = sinces;
  }

  draw() {
    const { lobby, lists } = this;
    document.body.dataset.lobby = "live";
    setText(byId("lobby-slow"), "");
    lists.mine.draw(lobby.mine);
    lists.seeks.draw(othersSeeks(lobby));
    lists.games.draw(othersGames(lobby));
    lists.here.draw(lobby.here.filter(({ name }) => !lobby.blocked.includes(name)));
    lists.blocked.draw(lobby.blocked.map((name) => ({ name })));
    this.drawPlaying(lobby);
    this.form.offer(lobby.here.map(({ name }) => name).filter((name) => name !== lobby.you));
    setText(byId("company"), describeWaiting(seeksIMayMeet(lobby).length, lobby.figures.usual_wait_s, lobby.mine.some(isForAnyone)));
    drawStrip(lobby, othersGames(lobby).length);
    if (byId("own-points")) setText(byId("own-points"), String(lobby.points));
    const more = lobby.count - lobby.here.length;
    setText(byId("here-more"), more > 0 ? gettext("and {n} more", { n: more }) : "");
  }

  /** Says that nobody waits, unless the player waits themselves. */
  drawNobody(others) {
    byId("seeks-panel").hidden = others === 0;
    byId("seeks-empty").hidden = others > 0 || this.lobby?.mine.length > 0;
  }

  drawPlaying({ playing: found, you }) {
    const playing = byUrgency(found);
    this.playing().draw(playing);
    this.drawContinue(findBotGame(playing), you);
    const bar = byId("resume");
    if (!bar) return;
    bar.hidden = playing.length === 0;
    if (bar.hidden) return;
    setText(bar.querySelector("[data-part=says]"), describeInProgress(playing, opponentOf(playing[0], you)));
    bar.querySelector("[data-part=back]").href = tableUrl(playing[0].id);
  }

  /** Keeps the button to a running game with a bot right; when it has ended, one begins another. */
  drawContinue(game, you) {
    const offer = byId("continue");
    if (!offer) return;
    offer.hidden = !game;
    if (game) setText(offer.querySelector("[data-part=scores]"), describeOwnScores(game, you));
  }

  tick() {
    for (const rows of Object.values(this.lists)) if (rows.rows.some((row) => row.goneAt)) rows.draw();
    for (const rows of [this.lists.mine, this.lists.seeks]) {
      for (const { key, item } of rows.rows) updateWait(rows.node.querySelector(`[data-key="${CSS.escape(key)}"]`), item);
    }
  }

  // What the player does.

  /** Posts to the server, and shows a refusal. */
  async postOrNotify(path, body) {
    const answer = await post(path, body);
    if (!answer.ok) showToast({ says: answer.body.says });
    return answer.ok ? answer.body : null;
  }

  openTable(game) {
    if (this.leaving) return;
    this.leaving = true;
    location.assign(tableUrl(game));
  }

  /** Goes to the table of a new game if somebody sits there; else waits here for an opponent. */
  handleGameMade({ game, waiting }, asked) {
    if (!waiting || this.line.state !== "open") return this.openTable(game);
    rememberSeek(game);
    if (this.lobby?.you === null) {
      this.line.renew();
      document.dispatchEvent(new Event("became-player"));
    }
    announce(describeAwaited(asked));
    byId("mine-panel").scrollIntoView({ block: "nearest" });
  }

  async acceptSeek(seek) {
    const game = await this.postOrNotify(`/api/seeks/${seek.id}/accept`);
    if (game) this.openTable(game.game);
  }

  async withdraw(seek) {
    if (await this.postOrNotify(`/api/seeks/${seek.id}/cancel`)) this.lists.mine.removeRow(seek.id);
  }

  challenge(name, settings) {
    this.challenges.open(name, settings);
  }

  /** Begins the game that the first button offers, while an opponent is waited for. */
  playBotMeanwhile() {
    const running = byId("continue");
    if (running && !running.hidden) location.assign(running.querySelector("a").href);
    else byId("now").requestSubmit();
  }

  confirmBlock(name) {
    const dialog = byId("block-dialog");
    dialog.dataset.name = name;
    setText(dialog.querySelector("[data-part=name]"), name);
    dialog.showModal();
  }

  async sendBlock(name) {
    if (!(await this.postOrNotify("/api/block", { name }))) return;
    const act = () => this.unblock(name);
    showToast({ says: gettext("{name} is blocked: you won't be paired or see their messages.", { name }), label: gettext("Undo"), act });
  }

  unblock(name) {
    return this.postOrNotify("/api/unblock", { name });
  }

  async copy(field) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // a page on plain http has no clipboard to write to
    }
    announce(gettext("The link is copied. The first person to open it plays you."));
  }
}

/** Describes whom the player waits for, and for what game. */
function describeAwaited(asked) {
  const about = { name: asked.against, settings: describeSettings(asked) };
  if (asked.against === "anyone") return gettext("Anyone can sit down now: {settings}. The table opens by itself when the game is on.", about);
  if (asked.against === "link") return gettext("Your link is ready: {settings}. The table opens by itself when the game is on.", about);
  return gettext("You challenged {name}: {settings}. The table opens by itself when the game is on.", about);
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
