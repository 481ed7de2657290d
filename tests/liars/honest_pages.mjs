// Opens tables of a real server as browsers do, without drawing: the page's own code follows the table, signs and
// checks. Reads from standard input {url, browsers: [{cookies, storage, pages}]}, and prints for each browser its
// storage, and what its pages found. A browser is a thread, because its pages share a storage.

import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const PATIENCE = 600_000;
const LAST_DUE = 4_000; // as the table page waits for the last link and receipt
const CHECKED = new Set(["table", "event", "fair", "receipts"]);

class Storage {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }

  setItem(name, text) {
    this[name] = text;
  }

  removeItem(name) {
    delete this[name];
  }
}

/** Makes this thread a browser with these cookies, on plain http where there is no `crypto.subtle`. */
function becomeBrowser({ url, cookies, storage }) {
  const headers = { Cookie: cookies, Origin: url, Referer: `${url}/` };
  const [{ WebSocket: Socket, fetch: request }, { host, protocol }] = [globalThis, new URL(url)];
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  const replaced = {
    localStorage: Object.assign(new Storage(), storage),
    sessionStorage: new Storage(),
    location: { host, protocol, reload: () => {} },
    document: { cookie: cookies, referrer: "", addEventListener: () => {}, documentElement: { dataset: {} } },
    addEventListener: () => {},
    crypto: { getRandomValues },
    fetch: (path, how = {}) => request(url + path, { ...how, headers: { ...how.headers, ...headers } }),
    WebSocket: class extends Socket {
      constructor(address) {
        super(address, { headers });
      }
    },
  };
  for (const [name, value] of Object.entries(replaced)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
}

/** Runs the pages of a browser one after the other, or all at once as tabs. */
async function browse(browser) {
  becomeBrowser(browser);
  const code = await load();
  const found = [];
  if (browser.takesPartIn) await code.takePart(browser.takesPartIn);
  if (browser.areTabs) found.push(...await Promise.all(browser.pages.map((page) => new Page(code, page).run())));
  else for (const page of browser.pages) found.push(await new Page(code, page).run());
  return { storage: { ...localStorage }, pages: found };
}

/** The page's code, imported once this thread looks like a browser. */
async function load() {
  const parts = [
    "game/table/shuffle/fair-play.js", "game/table/socket.js", "game/table/moves/outbox.js",
    "game/fairness/game-storage.js", "game/fairness/game-checks.js", "game/fairness/take-part.js",
    "proof/evidence/published-keys.js", "proof/evidence/fetch-source.js", "ui/own-words.js",
  ];
  const modules = await Promise.all(parts.map((part) => import(`../../static/js/${part}`)));
  return Object.assign({}, ...modules);
}

/** A table page: its frames, moves and checks, as `static/js/game/table/table.js` connects them. */
class Page {
  /** `moves`: after so many it closes; `deals`: it moves in even (0) or odd (1) deals only; `resigns`: at the end */
  constructor(code, { game, way = null, moves = Infinity, deals = null, resigns = false }) {
    Object.assign(this, { code, game, moves, deals, resigns, made: 0, view: null });
    this.saved = { ...code.loadGame(game), at: Date.now() };
    if (way) this.saved.way ??= way;
    const save = () => code.saveGame(game, this.saved);
    save();
    this.socket = new code.TableSocket(game, {
      onFrame: (frame) => this.handleFrame(frame),
      onState: (state) => this.handleConnection(state),
      onBye: ({ says }) => this.fail(says),
    });
    const send = (frame) => this.socket.send(frame);
    this.outbox = new code.Outbox(send);
    this.play = new code.FairPlay({
      game, saved: this.saved, save, load: () => code.loadGame(game), send, ownWords: new code.OwnWords(),
    });
  }

  run() {
    return new Promise((resolve, reject) => {
      this.fail = (why) => reject(new Error(`${this.game}: ${why}`));
      this.finish = () => resolve(this.report());
      this.timer = setTimeout(() => this.fail(`nothing more came: ${JSON.stringify(this.view)}`), PATIENCE);
      this.socket.open();
    });
  }

  handleConnection(state) {
    if (state === "open") return;
    this.wasLost = true;
    this.play.signer.forgetEarlier();
  }

  handleFrame(frame) {
    const isReadable = this.play.takeIn(frame);
    if (CHECKED.has(frame.t)) this.checkDeals();
    if (!isReadable || this.play.alarm) return this.fail(this.play.alarm);
    const handle = {
      table: () => {
        this.view = frame.view;
        if (this.outbox.handleTable(frame, this.wasLost)) this.play.signer.settle(false);
        this.wasLost = false;
      },
      event: () => {
        this.view = frame.view;
        this.outbox.handleEvent(frame, this.play.you);
      },
      ack: () => {
        if (this.play.confirmMove()) this.outbox.clear();
      },
      refused: () => this.handleRefused(frame),
    }[frame.t];
    handle?.();
    // The socket knows a frame's ply once this returns.
    setImmediate(() => this.moveOn());
  }

  handleRefused(frame) {
    if (!this.play.takeRefusal(frame) && this.outbox.handleRefused(frame)) return;
    if (frame.code === "committed") this.play.committedElsewhere();
    else this.play.signer.settle(false);
    this.socket.requestTable();
  }

  /** Checks the deals now, and keys and sources one after the other. */
  checkDeals() {
    this.play.checkDeals();
    this.fetching = Promise.resolve(this.fetching).then(() => this.checkFetched());
    return this.fetching;
  }

  async checkFetched() {
    const { keysDue, sourceDue } = this.play;
    try {
      if (keysDue && keysDue !== this.keysAsked) {
        this.keysAsked = keysDue;
        this.play.takeKeys(await this.code.checkKeys(this.play.fair.params));
      }
      if (sourceDue && sourceDue !== this.sourceAsked) {
        this.sourceAsked = sourceDue;
        for await (const found of this.code.checkSource(this.play.fair, this.game)) this.play.takeSource(found);
      }
    } catch {
      return; // neither can be read now
    }
    this.play.checkDeals();
  }

  moveOn() {
    const { view, play } = this;
    if (this.isClosed || !view || !this.socket.socket) return;
    if (view.phase === "over") return this.awaitLast();
    if (this.outbox.move || !view.turn.includes(play.you) || view.phase === "cut") return;
    if (this.deals !== null && view.deal % 2 !== this.deals) return;
    if (this.made >= this.moves && !this.resigns) return this.close();
    const move = this.made >= this.moves ? { kind: "resign" } : this.chooseMove();
    if (!play.maySend(move)) return play.requestReceipts();
    this.made += 1;
    this.outbox.send(this.socket.ply, view.deal, move, play.signer.sign(move, view.deal, play.you));
  }

  chooseMove() {
    const { view } = this;
    if (view.phase === "throw") return { kind: "throw", cards: view.hand.slice(-2) };
    if (view.phase === "count") {
      const { cards, starter, what } = view.laid;
      return { kind: "claim", points: this.code.scoreHand(cards, starter, what) };
    }
    if (view.phase === "call") return { kind: "pass" };
    return view.must_go ? { kind: "go" } : { kind: "play", card: view.playable[0] };
  }

  /** Asks for the last link and receipt, as the table page does, until a set shows its links to all its tables. */
  awaitLast() {
    if (this.lasting) return;
    this.lasting = setTimeout(() => {
      this.lasting = null;
      const isShown = Object.keys(this.play.fair.links).length > 0 || this.play.fair.secrets.includes(null);
      if (isShown && !this.play.missesLast()) this.close();
      else this.socket.requestTable();
    }, LAST_DUE / 4);
  }

  async close() {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.lasting);
    await this.checkDeals();
    clearTimeout(this.timer);
    this.outbox.clear();
    this.socket.mayReconnect = false;
    this.socket.drop();
    this.finish();
  }

  report() {
    const { play, view } = this;
    const marks = Object.fromEntries(play.checkDeals().map(({ deal, mark }) => [deal, mark]));
    return { alarm: play.alarm, marks, own: play.ownMoves(), phase: view?.phase, made: this.made, deal: view?.deal };
  }
}

if (isMainThread) {
  const { url, browsers } = JSON.parse(readFileSync(0, "utf8"));
  const open = (browser) => new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { url, ...browser } });
    worker.on("message", resolve).on("error", reject);
  });
  console.log(JSON.stringify(await Promise.all(browsers.map(open))));
} else {
  parentPort.postMessage(await browse(workerData));
}
