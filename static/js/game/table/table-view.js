/** The view of a table: each panel is given its root element, and draws the state inside of it. */

import { createBoard } from "../scene/board.js";
import { flyingPoints } from "../scene/peg-phrases.js";
import { pageTitle, whoseTurn } from "../scene/scene.js";
import { ShowPanel } from "../scene/show-panel.js";
import { Sounds } from "../scene/sounds.js";
import { TableSurface } from "../scene/table-surface.js";
import { byId, setAttr } from "../../ui/dom.js";
import { loadSheet } from "../../ui/sheets.js";
import { shownName } from "../../ui/words/shown-name.js";
import { Tab } from "../../ui/tab.js";
import { gettext } from "../../ui/translate.js";
import { Actions } from "./moves/actions.js";
import { Alarm } from "./shuffle/alarm.js";
import { DroppedNote } from "./shuffle/dropped-note.js";
import { Announcer } from "./announcer.js";
import { Beginning } from "./opponent/beginning.js";
import { BotPause } from "./opponent/bot-pause.js";
import { isGesture, lineText } from "./opponent/chat-lines.js";
import { ClockView } from "./clock-view.js";
import { Connection } from "./connection.js";
import { Drag } from "./moves/drag.js";
import { FairMark } from "./shuffle/fair-mark.js";
import { FairPanel } from "./shuffle/fair-panel.js";
import { Flights } from "./flights.js";
import { Hand } from "./moves/hand.js";
import { Hint } from "./moves/hint.js";
import { Latency } from "./latency.js";
import { Log } from "./log.js";
import { MatchScore } from "./result/match.js";
import { Moments } from "./result/moments.js";
import { Narrator } from "./narrator.js";
import { ResignDialog } from "./result/resign-dialog.js";
import { STANDING_TEXTS } from "./standing-texts.js";
import { VacationSigns } from "./opponent/vacation-signs.js";

const finePointer = matchMedia("(hover: hover) and (pointer: fine)");

/** Whether the reader plays a bot. */
const isAlone = ({ you, bots }) => you !== null && bots.some(Boolean);

export class TableView {
  /**
   * @param {HTMLElement} root the felt
   * @param {{game: string, ownWords: import("../../ui/own-words.js").OwnWords, isStill: () => boolean,
   *   send: (frame: object) => boolean, openPath: (path: string) => void, actions: Record<string, Function>,
   *   redraw: () => void}} table  `actions`: the player's actions; `redraw`: time has passed, draw once more
   */
  constructor(root, { game, ownWords, isStill, send, openPath, actions, redraw }) {
    this.root = root;
    this.isStill = isStill;
    this.announcer = new Announcer(byId("voice"));
    const announce = (says) => this.announcer.announce(says);
    const inSeats = (name) => ({
      you: byId("seat-you").querySelector(
        `[data-part=${name}]`,
      ), them: byId("seat-them").querySelector(`[data-part=${name}]`),
    });
    const showDeal = (deal) => this.openDeal(deal);
    const { name, mayWrite, ahead } = root.dataset;
    this.tab = new Tab();
    this.flights = new Flights(root, isStill);
    this.surface = new TableSurface(root, redraw);
    this.sounds = new Sounds();
    this.latency = new Latency(byId("latency"));
    this.connection = new Connection(byId("line"), announce);
    this.openWaiting = async () => {
      const { Waiting } = await import("./opponent/waiting.js");
      this.waiting ??= new Waiting(byId("waiting"), openPath);
    };
    this.beginning = new Beginning(
      byId("beginning"),
      { ownWords, shuffle: actions.shuffle, announce, isAhead: ahead === "true" },
    );
    this.openMeanwhile = async () => {
      const { Meanwhile } = await import("./opponent/meanwhile.js");
      this.meanwhile ??= new Meanwhile(byId("meanwhile"), { send, mayWrite: mayWrite === "true", isAhead: true });
    };
    this.show = new ShowPanel(byId("show"), isStill, byId("tally"), actions.stay);
    this.openResult = async () => {
      const sheet = loadSheet(root.dataset.end);
      const { Result } = await import("./result/result.js");
      await sheet;
      this.result ??= new Result(byId("result"), { game, openPath, actions, announce, showDeal });
    };
    this.moments = new Moments(
      { layer: byId("moments"), show: byId("show"), result: byId("result") },
      { sheet: root.dataset.end, isStill, announce, play: (sound) => this.sounds.play(sound) },
    );
    this.clocks = new ClockView(inSeats("clock"), { announce, onLow: () => this.sounds.play("clockLow") });
    this.vacations = new VacationSigns(inSeats("vacation"));
    this.openAway = async () => {
      const { Away } = await import("./opponent/away.js");
      const claim = () => send({ t: "claim_win" });
      this.away ??= new Away(byId("away"), inSeats("away"), { claim, announce, redraw });
    };
    this.openStakes = async () => {
      const { Stakes } = await import("./result/stakes.js");
      this.stakes ??= new Stakes(byId("stakes"));
    };
    this.matchScore = new MatchScore(byId("match"), root.dataset.event);
    this.hint = new Hint(byId("hint-says"));
    this.actions = new Actions(byId("actions"), { lastShow: byId("last-show"), resign: byId("resign") }, {
      actions, openResign: () => this.resignDialog.open(), announcer: this.announcer,
    });
    this.openCountForm = async () => {
      const { CountForm } = await import("./moves/count-form.js");
      this.countForm ??= new CountForm(byId("count-form"), actions.send);
    };
    this.openDeckCut = async () => {
      const sheet = loadSheet(root.dataset.dialogs);
      const { DeckCut } = await import("./deck-cut.js");
      await sheet;
      this.deckCut ??= new DeckCut(byId("deck-cut"), { isStill, announce, done: actions.cut });
    };
    this.hand = new Hand(byId("hand"), actions.tap);
    this.drag = new Drag({ felt: root, hand: this.hand.root, drop: actions.drop });
    this.log = new Log(byId("log-panel"));
    this.narrator = new Narrator({ log: this.log, announcer: this.announcer });
    this.alarm = new Alarm(byId("alarm"), { game, showDeal });
    this.droppedNote = new DroppedNote(byId("dropped"));
    this.fairPanel = new FairPanel(byId("fair-panel"), showDeal);
    this.fairMark = new FairMark(byId("fair-mark"), () => this.fairPanel.open());
    this.resignDialog = new ResignDialog(byId("resign-dialog"), actions.resign);
    this.openChat = async () => {
      const { Chat } = await import("./opponent/chat.js");
      this.chat ??= new Chat(byId("chat"), byId("chat-toggle"), {
        send, name, mayWrite: mayWrite === "true", openPerson: (person, line) => this.openPerson(person, line),
      });
    };
    this.botPause = new BotPause(byId("bot-pause"));
    byId("settings-button").addEventListener("click", () => this.openSettings());
  }

  /** Opens the dialog about a person, whose script is loaded when it is first needed. */
  async openPerson(person, line) {
    const { Person } = await import("./opponent/person.js");
    this.person ??= new Person(byId("person-dialog"), {
      isMuted: (who) => this.chat.isMuted(who), toggleMute: (who) => this.chat.toggleMute(who),
    });
    this.person.open(person, line);
  }

  /** Opens the explanation of a deal, whose script is loaded when it is first needed. */
  async openDeal(deal) {
    await loadSheet(this.root.dataset.dialogs);
    const { FairDialog } = await import("./shuffle/fair-dialog.js");
    this.fairDialog ??= new FairDialog(byId("fair-dialog"));
    this.fairDialog.draw(this.now);
    this.fairDialog.open(deal);
  }

  /** Opens the settings, whose script is loaded when it is first needed. */
  async openSettings() {
    await loadSheet(this.root.dataset.dialogs);
    const { SettingsDialog } = await import("./settings-dialog.js");
    this.settings ??= new SettingsDialog(byId("settings-dialog"), this.sounds);
    this.settings.open();
  }

  /** Shows why a chat line was not sent. */
  showHush(says) {
    this.chat?.showNote(says);
    this.meanwhile?.showNote(says);
  }

  // Announcements.

  /** Announces another player's new chat line, and shows a gesture of either. */
  async announceLine(line, who) {
    if (!this.chat) await this.openChat();
    if (!this.chat.isVisible(line)) return;
    const isShown = isGesture(line) && line.by !== null;
    if (isShown) this.showGesture(line, who);
    if (this.chat.isMine(line, who)) return;
    const about = { name: shownName(line), words: lineText(line) };
    if (!isShown) {
      this.chat.countUnread();
      if (line.by !== null && !this.chat.isOpen) this.surface.showChatBubble(line.by, about.words);
    }
    this.announcer.announce(
      isGesture(line)
        ? gettext("{name} makes a gesture: {words}", about)
        : gettext("{name} says: {words}", about),
    );
  }

  async showGesture({ by, phrase }, { you }) {
    const { showGesture } = await import("./opponent/gestures.js");
    showGesture(this.root, phrase, { isMine: by === you, isStill: this.isStill() });
  }

  /**
   * Announces the state of the game. @param {"scores"|"count"|"turn"} what @param {import("./store.js").State} state
   */
  announceStanding(what, { scene, who }) {
    this.announcer.announce(STANDING_TEXTS[what](scene, who, this.clocks.texts));
  }

  /** Alerts a player who looks elsewhere that it is their move. */
  alertToMove(isMyMove) {
    if (isMyMove && !this.wasMyMove && document.hidden) this.sounds.play("myMove");
    this.wasMyMove = isMyMove;
  }

  // Drawing.

  /** @param {import("./store.js").Now} now */
  draw(now) {
    this.latest = now;
    this.alarm.draw(now); // before everything else, whose drawing a frame could break
    this.droppedNote.draw(now);
    this.fairMark.draw(now);
    this.fairPanel.draw(now);
    this.connection.draw(now);
    this.drawWaiting(now);
    this.drawChat(now);
    if (!now.scene) return;
    this.flights.animate(now.scene, () => this.drawTable(now));
    this.drawCount(now.scene);
    this.moveFocus(now);
  }

  /** Draws the end of a game, whose script is loaded while its last hands are counted. */
  async drawResult(now) {
    if (this.result) return this.result.draw(now);
    if (now.scene.phase !== "over") return;
    await this.openResult();
    this.result.draw(this.now);
  }

  /** Draws the form for points, whose script is loaded where players count. */
  async drawCountForm(now) {
    if (this.countForm) return this.countForm.draw(now);
    if (now.scene.counting === "auto") return;
    await this.openCountForm();
    this.countForm.draw(this.now);
  }

  /** Draws the deck that the player may cut. Its script is loaded for players who want to. */
  async drawDeckCut(scene) {
    if (this.deckCut) return this.deckCut.draw(scene);
    if (document.documentElement.dataset.cut === "on") await this.openDeckCut();
  }

  /** Draws what a rated game can win and lose. */
  async drawStakes(now) {
    if (this.stakes) return this.stakes.draw(now);
    if (!now.rating.stakes) return;
    await this.openStakes();
    this.stakes.draw(this.latest);
  }

  /** Draws the wait for an opponent, whose script is loaded where it is needed. */
  async drawWaiting(now) {
    if (this.waiting) return this.waiting.draw(now);
    if (!now.waiting) return;
    await this.openWaiting();
    this.waiting.draw(this.latest);
  }

  /** Draws the chat. A player has none with a bot, and its script is not loaded. */
  async drawChat(now) {
    if (this.chat) return this.chat.draw(now);
    if (!now.scene || isAlone(now.who)) return;
    await this.openChat();
    this.chat.draw(this.latest);
  }

  /** Draws who has left the table. A bot never does. */
  async drawAway(now) {
    if (this.away) return this.away.draw(now);
    if (isAlone(now.who)) return;
    await this.openAway();
    this.away.draw(this.now);
  }

  /** Draws what a friend may do who opens a game by link before its owner. */
  async drawMeanwhile(now) {
    if (this.meanwhile) return this.meanwhile.draw(now);
    if (this.root.dataset.ahead !== "true") return;
    await this.openMeanwhile();
    this.meanwhile.draw(this.now);
  }

  /** Raises the count after the played card has landed. */
  drawCount(scene) {
    this.counting = scene;
    const { landing } = this.flights;
    if (landing) landing.then(() => this.surface.drawCount(this.counting));
    else this.surface.drawCount(scene);
  }

  /** Animates points to the peg that they will move. Returns the duration in milliseconds. @param {object} pegged */
  flyPoints(pegged, scene) {
    const cards = this.root.querySelectorAll(
      scene.showing ? "#show .slot" : ":is(.pile, .starter-place).lit .card, .pile .lit .card",
    );
    return this.flights.flyPoints(
      flyingPoints(pegged),
      [...cards],
      this.board.nextPeg(pegged.seat === scene.you ? 0 : 1),
    );
  }

  /** Publishes an event after it is drawn and its points are pegged, for celebrations. */
  publish(event) {
    this.root.dispatchEvent(new CustomEvent("happened", { detail: event }));
  }

  drawTable(now) {
    const { ahead, who } = now;
    const scene = { ...now.scene, turn: ahead.turn };
    const turn = whoseTurn(scene);
    const isMyTurn = turn === "you" || turn === "both";
    document.body.dataset.phase = scene.showing ? "show" : scene.phase;
    document.body.dataset.deal = scene.deal;
    setAttr(this.root, "data-turn", turn);
    setAttr(this.root, "data-way", now.moveState);
    setAttr(this.root, "data-watching", scene.watching);
    this.tab.setTitle(pageTitle(scene, who, who.names.join(" v ")));
    this.tab.setMyMove(isMyTurn);
    this.drawBoard(scene, who);
    this.surface.drawCards(scene, who);
    this.drawDeckCut(scene);
    this.show.draw(scene, who);
    this.hand.draw(now);
    this.clocks.draw(now);
    this.vacations.draw(now);
    this.drawAway(now);
    this.drawStakes(now);
    this.matchScore.draw(now);
    this.hint.draw(now);
    this.actions.draw(now, { isWaitExplained: Boolean(this.away?.isShown) });
    this.drawCountForm(now);
    this.beginning.draw(now);
    this.drawMeanwhile(now);
    this.drawResult(now);
    this.moments.draw(scene, who);
    this.resignDialog.draw(now);
    this.now = now;
    this.fairDialog?.draw(now);
    this.latency.draw(now.roundTrip);
    this.alertToMove(!scene.watching && (isMyTurn || scene.showing !== null));
  }

  /** A rematch at the same table may have another target. */
  drawBoard(scene, who) {
    if (this.board?.target !== scene.target) {
      this.board?.node.remove();
      this.board = createBoard(scene.target, this.isStill);
      byId("board").append(this.board.node);
    }
    this.board.move(scene, who);
  }

  // Focus.

  /** Whether this is offered now: the manual count, or a button. */
  isOffered(what) {
    return what === "claim" || what === "call" ? Boolean(this.countForm?.isAsking(what)) : this.actions.isOffered(what);
  }

  /** Moves left or right through the parts of a show, or the cards of the hand. */
  walk(by, { scene }) {
    if (scene.showing) this.show.stepBy(by);
    else this.hand.moveFocus(by);
  }

  /** Moves the focus to the next action, if it is nowhere else. */
  moveFocus({ byKey }) {
    const focused = document.activeElement;
    const wanted = ["continue", "go"].find((what) => this.actions.isOffered(what));
    if (wanted && (focused === document.body || focused.matches(".own:not(.open)"))) this.actions.focus(wanted);
    if (document.activeElement !== document.body) return;
    if (this.countForm?.isShown && (byKey || finePointer.matches)) this.countForm.focus();
    else if (byKey) this.hand.focusPlayable();
  }
}
