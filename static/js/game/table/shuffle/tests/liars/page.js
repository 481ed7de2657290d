// A seat's page without its pictures: what the table page does with frames, and what it keeps from one load to the
// next.

import { FairPlay } from "../../fair-play.js";

const NO_STORAGE = { save: () => true, load: () => ({}) };

export class Page {
  /**
   * @param {import("./server.js").Server} server
   * @param {object} saved
   * @param {{save: (saved: object) => boolean, load: () => object}} storage
   */
  constructor(server, saved = {}, words = "", storage = NO_STORAGE) {
    this.server = server;
    this.saved = saved;
    this.sent = [];
    const ownWords = { asksEachGame: false, takeOnce: () => words };
    this.play = new FairPlay(
      {
        game: server.game,
        saved,
        save: () => storage.save(saved),
        load: () => storage.load(),
        send: (frame) => this.sent.push(frame),
        ownWords,
      },
    );
    server.sendTable();
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

  /** The same page, loaded again: it has what it saved. */
  reload() {
    return new Page(this.server, JSON.parse(JSON.stringify(this.saved))).run();
  }

  marks() {
    return Object.fromEntries(this.play.checkDeals().map(({ deal, mark }) => [deal, mark]));
  }

  /** What it sent of one kind. */
  said(kind) {
    return this.sent.filter(({ t }) => t === kind);
  }
}
