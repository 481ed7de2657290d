/** The lists of the front page, and the actions of their rows. */

import { post } from "../../ui/api.js";
import { copySelected } from "../../ui/copy/clipboard.js";
import { byId, setText } from "../../ui/dom.js";
import { SteadyList } from "../../ui/lists/steady-list.js";
import { announce, showToast } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";
import { othersGames, othersSeeks, peopleHere } from "./model.js";
import { byUrgency, describeInProgress, describeOwnScores, findBotGame, opponentOf } from "./texts.js";
import { blockedRow, gameRow, mySeekRow, personRow, playingRow, seekRow, updateWait } from "./rows.js";
import { tableUrl } from "./urls.js";

export class Lists {
  /** @param {object} page  the front page: its last `lobby` frame, its forms, and a function that opens a table */
  constructor(page) {
    this.page = page;
    this.sinces = new Map();
    const you = () => page.lobby.you;
    const own = () => page.lobby.points;
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
      playing: list("playing", playingRow(you), panel("playing")),
      games: list("games", gameRow(), orSay("games")),
      here: list("here", personRow(you, this), (count) => (byId("here-panel").hidden = count < 2)),
      blocked: list("blocked", blockedRow(this), panel("blocked")),
    };
    byId("block-dialog").addEventListener("close", ({ target }) => {
      if (target.returnValue === "block") this.sendBlock(target.dataset.name);
      target.returnValue = "";
    });
    setInterval(() => this.tick(), 1_000);
  }

  // Drawing.

  /** @param {import("./model.js").Lobby} lobby */
  draw(lobby) {
    const { lists } = this;
    this.setSinces([...lobby.seeks, ...lobby.mine]);
    lists.mine.draw(lobby.mine);
    lists.seeks.draw(othersSeeks(lobby));
    lists.games.draw(othersGames(lobby));
    lists.here.draw(peopleHere(lobby));
    lists.blocked.draw(lobby.blocked.map((name) => ({ name })));
    this.drawPlaying(lobby);
    const more = lobby.count - lobby.here.length;
    setText(byId("here-more"), more > 0 ? gettext("and {n} more", { n: more }) : "");
  }

  /** A seek comes with its age. From then on this page's clock counts. */
  setSinces(seeks) {
    const sinces = new Map();
    for (const seek of seeks) {
      sinces.set(seek.id, this.sinces.get(seek.id) ?? Date.now() - seek.waited_s * 1000);
      seek.since = sinces.get(seek.id);
    }
    this.sinces = sinces;
  }

  /** Shows that no opponent waits, unless the player waits themselves. */
  drawNobody(others) {
    byId("seeks-panel").hidden = others === 0;
    byId("seeks-empty").hidden = others > 0 || this.page.lobby.mine.length > 0;
  }

  drawPlaying({ playing: found, you }) {
    const playing = byUrgency(found);
    this.lists.playing.draw(playing);
    this.drawContinue(findBotGame(playing), you);
    const bar = byId("resume");
    if (!bar) return;
    bar.hidden = playing.length === 0;
    if (bar.hidden) return;
    setText(bar.querySelector("[data-part=says]"), describeInProgress(playing, opponentOf(playing[0], you)));
    bar.querySelector("[data-part=back]").href = tableUrl(playing[0].id);
  }

  /** Updates the button of a running game with a bot. When it has ended, the button begins another. */
  drawContinue(game, you) {
    const offer = byId("continue");
    if (!offer) return;
    offer.hidden = !game;
    if (game) setText(offer.querySelector("[data-part=scores]"), describeOwnScores(game, you));
  }

  tick() {
    for (const rows of Object.values(this.lists)) if (rows.rows.some((row) => row.goneAt)) rows.draw();
    for (const rows of [this.lists.mine, this.lists.seeks]) {
      for (const { key, item } of rows.rows) {
        updateWait(rows.node.querySelector(`[data-key="${CSS.escape(key)}"]`), item);
      }
    }
  }

  // Actions of the player.

  /** Posts to the server, and shows a refusal. */
  async postOrNotify(path, body) {
    const answer = await post(path, body);
    if (!answer.ok) showToast({ says: answer.body.says });
    return answer.ok ? answer.body : null;
  }

  async acceptSeek(seek) {
    const game = await this.postOrNotify(`/api/seeks/${seek.id}/accept`);
    if (game) this.page.openTable(game.game);
  }

  async withdraw(seek) {
    if (await this.postOrNotify(`/api/seeks/${seek.id}/cancel`)) this.lists.mine.removeRow(seek.id);
  }

  async challenge(name) {
    (await this.page.loadForms()).challenge(name);
  }

  /** Begins the game of the first button while the player waits for an opponent. */
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
    showToast(
      {
        says: gettext("{name} is blocked: you won't be paired or see their messages.", { name }),
        label: gettext("Undo"),
        act,
      },
    );
  }

  unblock(name) {
    return this.postOrNotify("/api/unblock", { name });
  }

  async copy(field) {
    field.select();
    await copySelected(field.value);
    announce(gettext("The link is copied. The first person to open it plays you."));
  }
}
