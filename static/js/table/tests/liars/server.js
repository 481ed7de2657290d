// A server for tests, which speaks to one seat's page as docs/protocol.md says. Whoever wants it to lie overrides a part.

import { hex, unhex, utf8 } from "../../../fair/bytes.js";
import * as cribfair from "../../../fair/cribfair.js";
import { publicKey, sign } from "../../../fair/ed25519.js";
import { hashOf } from "../../../fair/receipts.js";
import { sha256 } from "../../../fair/sha2.js";

const seed = (name) => sha256(utf8(name));

/** A key of its own for every name. */
export function signerFor(name) {
  const secret = seed(`signer ${name}`);
  const key = Uint8Array.from([1, ...publicKey(secret)]);
  const hash = sha256(Uint8Array.from([...utf8("cards.example\n"), ...key])).subarray(0, 4);
  return { secret, hash, verifierKey: `cards.example+${hex(hash)}+${btoa(String.fromCharCode(...key))}` };
}

const chains = new Map();

/** All links of a game's chain, from the server's secret to the tip; to walk it for each deal takes a test's time. */
function chainOf(game, x0) {
  const name = `${game} ${hex(x0)}`;
  if (!chains.has(name)) {
    const chain = [x0];
    while (chain.length <= cribfair.LINKS) chain.push(cribfair.chained(game, chain.at(-1)));
    chains.set(name, chain.map(hex));
  }
  return chains.get(name);
}

export class Server {
  /** @param {{version?: string, you?: 0 | 1, firstDealer?: 0 | 1 | null, bot?: boolean, game?: string}} given  `bot`: the other seat is the house's */
  constructor({ version = "cribfair/2", you = 0, firstDealer = null, bot = false, game = "g1" } = {}) {
    Object.assign(this, { version, you, them: 1 - you, game, bot, frames: [] });
    this.signer = signerFor("site");
    this.x0 = seed(`${game} server`);
    this.theirs = seed(`${game} them`);
    this.params = this.makeParams({ first_dealer: firstDealer });
    this.tip = chainOf(game, this.x0)[cribfair.LINKS];
    this.commitments = [null, null];
    this.secrets = [null, null];
    if (bot) this.commitments[this.them] = this.theirCommitment();
    this.deal = 0;
    this.shownLinks = {};
    this.texts = [];
    this.notes = [];
    this.view = this.viewOf({ phase: "setup" });
  }

  makeParams(more) {
    const signed = this.version === "cribfair/1" ? {} : { signer: this.signer.verifierKey };
    return JSON.stringify({ game: this.game, version: this.version, ...signed, ...more });
  }

  theirCommitment() {
    return hex(cribfair.seatCommitment(this.game, this.them, this.theirs));
  }

  viewOf(more) {
    return { deal: this.deal, phase: "throw", cut: this.cut ?? [], dealer: this.dealerOf(this.deal), hand: [], starter: null, played: [], show: null, turn: [], throw: [], ...more };
  }

  // What it sends.

  send(frame) {
    this.frames.push(structuredClone(frame));
  }

  /** All frames since this was last asked. */
  take() {
    return this.frames.splice(0);
  }

  fair() {
    const { version, game, params, tip, commitments, secrets } = this;
    return { version, game, params, tip, commitments, secrets, must: this.must(), links: this.shownLinks, begin_in_ms: null };
  }

  must() {
    if (!this.commitments[this.you]) return "commit";
    return !this.commitments.includes(null) && !this.secrets[this.you] ? "reveal" : null;
  }

  sendTable() {
    this.send({ t: "table", ply: 0, you: this.you, view: this.view, fair: this.fair() });
  }

  sendFair() {
    this.send({ t: "fair", ...this.fair() });
  }

  sendEvents(events, view) {
    this.view = this.viewOf(view);
    this.send({ t: "event", since: 0, ply: 1, events, view: this.view });
  }

  /** The new receipts, behind what they are about. */
  sendReceipts(since = this.notes.length) {
    if (this.version === "cribfair/1") return;
    this.writeReceipts();
    if (since < this.texts.length) this.send({ t: "receipts", since, notes: this.notes.slice(since) });
  }

  writeReceipts() {
    for (const [step, lines] of this.facts().slice(this.texts.length)) {
      const [c0, c1] = step === "promise" ? ["-", "-"] : this.commitments.map((shown) => shown ?? "-");
      const before = this.texts.length ? hashOf(this.texts.at(-1)) : "-";
      const head = [`${this.version} receipt`, `game ${this.game}`, `seat ${this.you}`, `step ${step}`, `params ${hashOf(this.params)}`, `tip ${this.tip}`, `c0 ${c0}`, `c1 ${c1}`, `after ${before}`];
      const text = [...head, ...lines].map((line) => `${line}\n`).join("");
      this.texts.push(text);
      this.notes.push(this.note(text));
    }
  }

  note(text, signer = this.signer) {
    const signature = Uint8Array.from([...signer.hash, ...sign(signer.secret, utf8(text))]);
    return `${text}\n— cards.example ${btoa(String.fromCharCode(...signature))}\n`;
  }

  facts() {
    const facts = [["promise", []]];
    if (!this.commitments.includes(null)) facts.push(["both-stand", []]);
    if (!this.secrets.includes(null)) facts.push(["opened", this.secrets.map((secret, seat) => `s${seat} ${secret}`)]);
    for (let d = 0; d <= this.deal && !this.secrets.includes(null) && this.deal; d++) {
      if (d) facts.push([`saw ${d}`, [`dealer ${this.dealerOf(d)}`, `dealt ${this.handOf(d, this.you).join(" ")}`]]);
      if (d < this.deal || this.isOver) facts.push([`shown ${d}`, [`link ${this.link(d)}`, `dealer ${this.dealerOf(d)}`, "moves", "scores 0 0"]]);
    }
    return facts;
  }

  // What it hears.

  hear(frame) {
    if (frame.t === "commit") this.hearCommitment(frame.c);
    if (frame.t === "reveal") this.hearSecret(frame.secret);
    if (frame.t === "receipts") this.sendReceipts(frame.since);
  }

  hearCommitment(c) {
    this.commitments[this.you] ??= c;
    if (!this.bot) this.sendFair();
    this.commitments[this.them] ??= this.theirCommitment();
    if (this.bot) this.secrets[this.them] = hex(this.theirs);
    this.sendFair();
    this.sendReceipts();
  }

  hearSecret(secret) {
    this.secrets[this.you] = secret;
    this.secrets[this.them] = hex(this.theirs);
    this.sendFair();
    this.sendReceipts();
    this.begin();
  }

  // What it deals.

  link(d) {
    return chainOf(this.game, this.x0)[cribfair.LINKS - 1 - d];
  }

  deck(d) {
    const ctx = cribfair.context(this.params, unhex(this.tip), ...this.commitments.map(unhex));
    return cribfair.deck(cribfair.dealKey(ctx, d, unhex(this.link(d)), ...this.secrets.map(unhex)));
  }

  firstDealer() {
    return JSON.parse(this.params).first_dealer ?? cribfair.lowerSeat(this.deck(0));
  }

  dealerOf(d) {
    return d ? (this.firstDealer() + d + 1) % 2 : null;
  }

  handOf(d, seat) {
    const { pone, dealer } = cribfair.dealSix(this.deck(d));
    return (seat === this.dealerOf(d) ? dealer : pone).map(cribfair.cardText);
  }

  starterOf(d) {
    return cribfair.cardText(this.deck(d)[12]);
  }

  begin() {
    const events = [];
    this.deal = 1;
    if ((JSON.parse(this.params).first_dealer ?? null) === null) {
      this.cut = cribfair.turnedPairs(this.deck(0)).map((pair) => pair.map(cribfair.cardText));
      events.push(...this.cut.map((cards, n) => ({ e: "cut_for_deal", cards, dealer: n === this.cut.length - 1 ? this.dealerOf(1) : null })));
    }
    this.sendDealt(events);
  }

  sendDealt(events) {
    this.sendEvents([...events, { e: "dealt", number: this.deal, dealer: this.dealerOf(this.deal) }], { hand: this.handOf(this.deal, this.you) });
    this.showLinks(this.deal - 1);
    this.sendReceipts();
  }

  showLinks(last) {
    for (let d = 0; d <= last; d++) this.shownLinks[d] = this.link(d);
    this.sendFair();
  }

  /** Plays a deal out, card by card, and counts it; then the next one is dealt, or the game is over. */
  playDeal({ isLast = false } = {}) {
    const { you, them, deal } = this;
    const hands = [0, 1].map((seat) => this.handOf(deal, seat));
    const starter = this.starterOf(deal);
    this.sendEvents([{ e: "starter", card: starter }], { phase: "play", hand: hands[you].slice(0, 4), starter });
    const played = [0, 1, 2, 3].flatMap((n) => [[you, hands[you][n]], [them, hands[them][n]]]);
    this.sendEvents(played.map(([seat, card]) => ({ e: "played", seat, card })), { phase: "play", starter, played });
    const dealer = this.dealerOf(deal);
    const counts = [[1 - dealer, "hand", hands[1 - dealer].slice(0, 4)], [dealer, "hand", hands[dealer].slice(0, 4)], [dealer, "crib", [...hands[0].slice(4), ...hands[1].slice(4)]]]
      .map(([seat, what, cards]) => ({ seat, what, cards }));
    const counted = counts.map((count) => ({ e: "counted", ...count }));
    if (isLast) {
      this.isOver = true;
      this.sendEvents([...counted, { e: "over" }], { phase: "over", starter, played, show: { deal, dealer, starter, counts } });
      this.showLinks(deal);
      this.sendReceipts();
    } else {
      this.deal += 1;
      this.sendDealt(counted);
    }
  }
}
