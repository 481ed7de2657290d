// A seat's page without rendering: it handles frames like the table page, and keeps the same data between loads.

import { FairPlay } from "../../fair-play.js";

const NO_STORAGE = { save: () => true, load: () => ({}), games: {} };

export class Page {
  /**
   * @param {import("./server.js").Server} server
   * @param {object} saved
   * @param {{save: (saved: object) => boolean, load: () => object, games?: Record<string, object>}} storage
   *   `games`: what the browser kept of other games
   */
  constructor(server, saved = {}, words = "", storage = NO_STORAGE) {
    Object.assign(this, { server, saved, storage });
    this.sent = [];
    const ownWords = { asksEachGame: false, takeOnce: () => words };
    saved.keys ??= "published";
    this.play = new FairPlay(
      {
        game: server.game,
        saved,
        save: () => storage.save(saved),
        load: () => storage.load(),
        loadOther: (game) => storage.games?.[game] ?? {},
        saveOther: (game, kept) => { storage.games[game] = kept; },
        send: (frame) => this.sent.push(frame),
        ownWords,
      },
    );
    server.page = this;
    server.sendTable();
  }

  /**
   * Sends a move of this seat, as its player makes it. A test makes many moves before the page sees one on record, so
   * two goes of one deal are two here.
   * @param {{kind: string}} move @param {number} deal
   */
  makeMove(move, deal) {
    const { saved, play } = this;
    const before = saved.sent?.length;
    const signature = play.signer.sign(move, deal, play.you);
    if (saved.sent && saved.sent.length === before) saved.sent.push(saved.pending.word);
    return signature;
  }

  /** Takes in all that the server has sent, and sends what follows from it, until nobody has anything to say. */
  run() {
    for (let turn = 0; turn < 50; turn++) {
      const frames = this.server.take();
      for (const frame of frames) this.play.takeIn(frame);
      const said = this.sent.slice(this.heard ?? 0);
      this.heard = this.sent.length;
      for (const frame of said) this.server.hear(frame);
      if (!frames.length && !said.length) return this;
    }
    throw new Error("page and server do not come to an end");
  }

  /** The same page after a reload, with its saved data. */
  reload() {
    return new Page(this.server, JSON.parse(JSON.stringify(this.saved)), "", this.storage).run();
  }

  marks() {
    return Object.fromEntries(this.play.checkDeals().map(({ deal, mark }) => [deal, mark]));
  }

  /** The frames of one kind that it sent. */
  said(kind) {
    return this.sent.filter(({ t }) => t === kind);
  }
}
