// A test server that speaks to one seat's page as docs/reference/protocol.md says. A test overrides a part of it to
// make it lie.

import { hex, unhex, utf8 } from "../../../../../rng/bytes.js";
import * as cribfair from "../../../../../rng/cribfair.js";
import { keyOf } from "../../../../fairness/deal-links.js";
import { lineOf, scoreHand } from "../../../../fairness/game-checks.js";
import { canonicalJson } from "../../../../../rng/json.js";
import { Line } from "../../../../fairness/line.js";
import { hashOf } from "../../../../fairness/receipts.js";
import { sha256 } from "../../../../../rng/sha2.js";
import { firstDealer as sharedFirstDealer } from "../../../../../rng/shared-decks.js";
import { firstGame } from "./shared-sources.js";
import { signedNote, signerFor } from "./signing.js";

export { signerFor };

const RULES = { target: 121, counting: "auto", clock: "none" };
const pips = (card) => Math.min("A23456789TJQK".indexOf(card[0]) + 1, 10);
const seed = (name) => sha256(utf8(name));

const chains = new Map();

/**
 * All links of a game's chain, from the server's secret to the tip. Computing it for each deal would slow the tests.
 */
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
  /**
   * @param {{version?: string, you?: 0 | 1, firstDealer?: 0 | 1 | null, bot?: boolean, game?: string, more?: object,
   *   set?: import("./shared-sources.js").SharedSet, sameCards?: boolean}} given
   *   `bot`: the other seat is the house's; `more`: further params; `set`: deals the first round of these decks;
   *   `sameCards`: deals the cards of another game
   */
  constructor(
    { version = "cribfair/2", you = 0, firstDealer = null, bot = false, game = "g1", more = {}, set, sameCards } = {},
  ) {
    Object.assign(this, { version, you, them: 1 - you, game, bot, frames: [], set, sameCards, isOpen: true });
    this.signer = signerFor("site");
    this.chainGame = sameCards ? "g0" : game;
    this.x0 = seed(`${this.chainGame} server`);
    this.theirs = seed(`${game} them`);
    this.tip = set ? set.tip : chainOf(this.chainGame, this.x0)[cribfair.LINKS];
    const source = set ? { shared: set.source } : sameCards ? { same_as: firstGame(this.tip) } : {};
    if (set) firstDealer = sharedFirstDealer(set.source);
    if (set || sameCards) this.version = "cribfair/3";
    this.params = this.makeParams({ first_dealer: firstDealer, ...source, ...more });
    this.commitments = [null, null];
    this.secrets = [null, null];
    if (bot) this.commitments[this.them] = this.theirCommitment();
    this.deal = 0;
    this.moves = []; // by deal
    this.scores = [[0, 0]]; // after each deal
    this.shownLinks = {};
    this.texts = [];
    this.notes = [];
    this.view = this.viewOf({ phase: "cut" });
    this.past = []; // every move that was sent, with its events
  }

  makeParams(more) {
    const key = this.signer.verifierKey;
    const signed = this.version === "cribfair/1" ? {} : { signer: key, log: key };
    return canonicalJson(
      { bots: this.bot ? [this.them] : [], game: this.game, version: this.version, rules: RULES, ...signed, ...more },
    );
  }

  theirCommitment() {
    return hex(cribfair.seatCommitment(this.game, this.them, this.theirs));
  }

  viewOf(more) {
    return {
      target: 121,
      counting: "auto",
      deal: this.deal,
      phase: "throw",
      cut: this.cut ?? [],
      dealer: this.dealerOf(this.deal),
      scores: this.scores.at(-1),
      hand: [],
      starter: null,
      played: [],
      pile: [],
      count: 0,
      show: null,
      turn: [],
      throw: [],
      ...more,
    };
  }

  // Sent frames.

  send(frame) {
    this.frames.push(structuredClone(frame));
  }

  /** All frames since the last call. */
  take() {
    return this.frames.splice(0);
  }

  fair() {
    const { version, game, params, tip, commitments, secrets } = this;
    return {
      version,
      game,
      params,
      tip,
      commitments,
      secrets,
      must: this.must(),
      links: this.shownLinks,
      begin_in_ms: null,
    };
  }

  must() {
    if (!this.commitments[this.you]) return "commit";
    return !this.commitments.includes(null) && !this.secrets[this.you] ? "reveal" : null;
  }

  sendTable() {
    this.send(
      { t: "table", ply: this.past.length, you: this.you, view: this.view, fair: this.fair(), history: this.history() },
    );
  }

  history() {
    return this.past;
  }

  sendFair() {
    this.send({ t: "fair", ...this.fair() });
  }

  sendEvents(events, view) {
    this.view = this.viewOf(view);
    const since = this.past.length;
    this.past.push({ ply: since + 1, events });
    this.send({ t: "event", since, ply: since + 1, events, view: this.view });
  }

  /** The new receipts, after the frames that they are about. */
  sendReceipts(since = this.notes.length) {
    if (this.version === "cribfair/1") return;
    this.writeReceipts();
    if (since < this.texts.length) this.send({ t: "receipts", since, notes: this.notes.slice(since) });
  }

  writeReceipts() {
    for (const [step, lines] of this.facts().slice(this.texts.length)) {
      const [c0, c1] = step === "promise" ? ["-", "-"] : this.commitments.map((shown) => shown ?? "-");
      const before = this.texts.length ? hashOf(this.texts.at(-1)) : "-";
      const head = [
        `${this.version} receipt`,
        `game ${this.game}`,
        `seat ${this.you}`,
        `step ${step}`,
        `params ${hashOf(this.params)}`,
        `tip ${this.tip}`,
        `c0 ${c0}`,
        `c1 ${c1}`,
        `after ${before}`,
      ];
      const text = [...head, ...lines].map((line) => `${line}\n`).join("");
      this.texts.push(text);
      this.notes.push(this.note(text));
    }
  }

  note(text, signer = this.signer) {
    return signedNote(text, signer);
  }

  facts() {
    const facts = [["promise", []]];
    if (!this.commitments.includes(null)) facts.push(["both-stand", []]);
    if (!this.secrets.includes(null)) facts.push(["opened", this.secrets.map((secret, seat) => `s${seat} ${secret}`)]);
    for (let d = this.isCut ? 0 : 1; d <= this.deal && !this.secrets.includes(null) && this.deal; d++) {
      if (d) facts.push([`saw ${d}`, [`dealer ${this.dealerOf(d)}`, `dealt ${this.handOf(d, this.you).join(" ")}`]]);
      if (d < this.deal || this.isOver) facts.push([`shown ${d}`, this.factsOfDeal(d)]);
    }
    if (this.isOver) {
      facts.push(
        [
          "over",
          [
            `ended resigned`,
            `winner ${this.them}`,
            "value 1",
            `scores ${this.scores.at(-1).join(" ")}`,
            `line ${hashOf(this.line())}`,
          ],
        ],
      );
    }
    return facts;
  }

  factsOfDeal(d) {
    return [
      `link ${this.isShared ? "-" : this.link(d)}`,
      `dealer ${d ? this.dealerOf(d) : this.dealerOf(1)}`,
      ["moves", ...(this.moves[d] ?? [])].join(" "),
      `scores ${this.scores[d].join(" ")}`,
    ];
  }

  line() {
    const rules = { ...RULES, first_dealer: JSON.parse(this.params).first_dealer ?? null };
    return lineOf(rules, this.moves.flatMap((words, d) => (d || this.isCut ? [`#${d}`, ...words] : [])));
  }

  // Received frames.

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

  // Dealing.

  link(d) {
    return this.set ? this.set.link(d) : chainOf(this.chainGame, this.x0)[cribfair.LINKS - 1 - d];
  }

  deck(d) {
    const { version, game, params, tip, commitments, secrets } = this;
    return cribfair.deck(keyOf({ version, game, params, tip, commitments, secrets }, d, unhex(this.link(d))));
  }

  get isCut() {
    return (JSON.parse(this.params).first_dealer ?? null) === null;
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
    this.moves = [[]];
    if (this.isCut) {
      this.cut = cribfair.turnedPairs(this.deck(0)).map((pair) => pair.map(cribfair.cardText));
      events.push(
        ...this.cut.map(
          (cards, n) => ({ e: "cut_for_deal", cards, dealer: n === this.cut.length - 1 ? this.dealerOf(1) : null }),
        ),
      );
    }
    this.sendDealt(events);
  }

  sendDealt(events) {
    this.sendEvents(
      [...events, { e: "dealt", number: this.deal, dealer: this.dealerOf(this.deal) }],
      { hand: this.handOf(this.deal, this.you) },
    );
    this.showLinks(this.deal - 1);
    this.sendReceipts();
  }

  showLinks(last) {
    if (this.isShared && this.isOpen) return;
    for (let d = this.set ? 1 : 0; d <= last; d++) this.shownLinks[d] = this.link(d);
    this.sendFair();
  }

  get isShared() {
    return Boolean(this.set || this.sameCards);
  }

  /** Closes the round: the links of shared decks are shown. */
  close() {
    this.isOpen = false;
    this.showLinks(this.deal);
  }

  /** The six cards and the starter as the rules have them, whatever is shown; both seats throw their last two. */
  lineOf(deal) {
    const fair = { version: this.version, commitments: this.commitments, secrets: this.secrets };
    const line = new Line(
      { rules: { ...RULES, first_dealer: this.dealerOf(deal) }, deals: [], clock: "none", players: [{}, {}], fair },
    );
    const six = [0, 1].map((seat) => this.handOf(deal, seat));
    Object.assign(
      line,
      {
        dealer: this.dealerOf(deal),
        six,
        hands: six.map((cards) => [...cards]),
        number: deal,
        scores: [...this.scores[deal - 1]],
      },
    );
    Object.assign(line, { phase: "throw", starter: this.starterOf(deal), pile: [], saidGo: null });
    return line;
  }

  /** Has this seat's page send a move, which is then on record. */
  ask(move) {
    this.page?.makeMove(move, this.deal);
  }

  /**
   * Plays a deal card by card, and counts it. Then the next one is dealt, or this seat resigns before the last card.
   */
  playDeal({ isLast = false } = {}) {
    const { you, deal } = this;
    const line = this.lineOf(deal);
    const words = [];
    const move = (word) => {
      const before = [...line.scores];
      words.push(word);
      line.move(word);
      return line.scores.flatMap(
        (score, seat) => (
          score === before[seat] ? [] : [{ e: "pegged", seat, points: score - before[seat], score, kind: "play" }]
        ),
      );
    };
    const starter = line.starter;
    this.ask({ kind: "throw", cards: this.handOf(deal, you).slice(4) });
    const turned = ["a56", "b56"].flatMap((word) => move(word));
    const kept = line.hands.map((hand) => [...hand]);
    this.sendEvents(
      [{ e: "thrown", seat: 0 }, { e: "thrown", seat: 1 }, { e: "starter", card: starter }, ...turned],
      { phase: "play", hand: kept[you], throw: line.throws[you], starter, scores: [...line.scores] },
    );
    const played = [];
    const events = [];
    const crib = [...line.throws[1 - line.dealer], ...line.throws[line.dealer]];
    while (line.phase === "play" && !(isLast && line.hands.flat().length === 1)) {
      const seat = line.turn;
      const card = line.hands[seat].find((each) => line.total + pips(each) <= 31);
      const isLastCard = line.hands.flat().length === 1; // with it all is counted
      if (seat === you) this.ask(card ? { kind: "play", card } : { kind: "go" });
      if (card) {
        played.push([seat, card]);
        events.push({ e: "played", seat, card });
      } else events.push({ e: "go", seat });
      const pegged = move(card ? "ab"[seat] + card : `${"ab"[seat]}-go`);
      if (!isLastCard) events.push(...pegged);
    }
    this.moves[deal] = words;
    this.scores[deal] = [...line.scores];
    if (isLast) {
      this.isOver = true;
      this.ask({ kind: "resign" });
      words.push(`${"ab"[you]}-resign`);
      const hand = line.hands[you];
      const open = { dealt: line.six, throws: line.throws };
      this.sendEvents(
        [...events, { e: "over", winner: this.them, value: 1, how: "resigned" }],
        { phase: "over", starter, played, hand, open, winner: this.them, value: 1, ended: "resigned" },
      );
      this.showLinks(deal);
      this.sendReceipts();
      return;
    }
    const dealer = this.dealerOf(deal);
    const order = [[1 - dealer, "hand", kept[1 - dealer]], [dealer, "hand", kept[dealer]], [dealer, "crib", crib]];
    const counts = order.map(([seat, what, cards]) => {
      const points = scoreHand(cards, starter, what);
      return { seat, what, cards, starter, points, parts: [{ points, cards: [...cards, starter] }] };
    });
    this.show = { deal, dealer, starter, counts };
    const counted = counts.map((count) => ({ e: "counted", ...count }));
    const after = line.scores.map((score, seat) => ({ e: "pegged", seat, score }));
    this.deal += 1;
    this.sendDealt([...events, ...counted, ...after]);
  }
}
