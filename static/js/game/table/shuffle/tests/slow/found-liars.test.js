// Regression tests: lies of servers that once got a tick, found by attacking the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { hex, utf8 } from "../../../../../rng/bytes.js";
import { checkDeal } from "../../../../fairness/check.js";
import * as cribfair from "../../../../../rng/cribfair.js";
import { loadGame, saveGame } from "../../../../fairness/game-storage.js";
import { sha256 } from "../../../../../rng/sha2.js";
import { observedInDeal, observeEvents, observeTable } from "../../observed-cards.js";
import { isEventFrame, isTableFrame } from "../../table-shape.js";
import { Page } from "../liars/page.js";
import { Server } from "../liars/server.js";

const undealt = (server, deal, place = 20) => cribfair.cardText(server.deck(deal)[place]);
const otherSix = (server, deal) => [13, 14, 15, 16, 17, 18].map((place) => undealt(server, deal, place));

/** Shows a table again, as after a lost connection. */
const showTable = (server, view) =>
  server.send({ t: "table", ply: 0, you: server.you, view: server.viewOf(view), fair: server.fair() });

function playOn(page, deals = 3) {
  while (page.server.deal < deals) {
    page.server.playDeal();
    page.run();
  }
  page.server.playDeal({ isLast: true });
  return page.run();
}

/** Plays three deals with a server that changes its behavior once the first is dealt. */
function playWith(server, lie = () => {}) {
  const page = new Page(server).run();
  lie(server, page);
  return playOn(page.run());
}

function assertAccused(page) {
  const marks = Object.values(page.marks());
  assert.ok(page.play.alarm && !marks.includes("true"), `an alarm, and no tick: ${marks}`);
}

function assertFound(page, says) {
  assertAccused(page);
  assert.match(page.play.alarm, says);
  assert.match(page.reload().play.alarm, says);
}

/** The faults of one deal alone. */
function wrongIn(page, deal) {
  assert.equal(page.marks()[deal], "false");
  return page.play.firstDoubt().says;
}

// Cards that are shown differently, while the deck matches what was shown first or last.

/** Changes events and their view before they are sent. */
const telling = (change) =>
  class extends Server {
    sendEvents(events, view) {
      super.sendEvents(...change(events, view, this));
    }
  };

const eventsWith = (kind, change) => telling(
  (events, view, server) => [events.map((event) => (event.e === kind ? { ...event, ...change(server) } : event)), view],
);

const CARDS = {
  "another hand after the true one": [
    Server,
    (server) => showTable(server, { hand: otherSix(server, 1) }),
    /other cards in your hand/,
  ],
  "four other cards after the throw": [
    Server,
    (server) => showTable(server, { phase: "play", hand: otherSix(server, 1).slice(0, 4) }),
    /other cards in your hand/,
  ],
  "a hand in another phase than that of throws": [
    Server,
    (server) => showTable(server, { phase: "count", hand: otherSix(server, 1) }),
    /other cards in your hand/,
  ],
  "a hand when the game is over": [
    Server,
    (server) => showTable(server, { phase: "over", hand: otherSix(server, 1) }),
    /other cards in your hand/,
  ],
  "another starter, and the true one at the end": [
    Server,
    (server) => server.sendEvents(
      [{ e: "starter", card: undealt(server, 1) }],
      { hand: server.handOf(1, 0), starter: undealt(server, 1) },
    ),
    /another starter/,
  ],
  "another starter after the true one": [Server, (server) => {
    server.sendEvents([{ e: "starter", card: server.starterOf(1) }], { phase: "play", starter: server.starterOf(1) });
    showTable(server, { phase: "play", starter: undealt(server, 1) });
  }, /another starter/],
  "another starter beside the hands that are counted": [
    eventsWith("counted", (server) => ({ starter: undealt(server, 1), parts: [], points: 0 })),
    undefined,
    /another starter/,
  ],
  "a hand laid open that is not the one counted": [Server, (server) => {
    const laid = { seat: 1, what: "hand", cards: otherSix(server, 1).slice(0, 4), starter: server.starterOf(1) };
    server.sendEvents([{ e: "laid_open", ...laid }], { phase: "count", laid: { ...laid, claimed: null }, hand: [] });
  }, /another hand counted/],
  "a card played by the other seat that it did not play": [Server, (server) => {
    server.sendEvents(
      [{ e: "played", seat: 1, card: undealt(server, 1) }],
      { phase: "play", played: [[1, undealt(server, 1)]] },
    );
    server.view = server.viewOf({});
  }, /does not follow from the moves/],
  "the other dealer, and the true one told again": [Server, (server) => {
    for (const dealer of [1 - server.dealerOf(1), server.dealerOf(1)]) {
      server.sendEvents([{ e: "dealt", number: 1, dealer }], { dealer, hand: server.handOf(1, 0) });
    }
  }, /another dealer/],
  "a hand that is said to belong to no deal": [
    Server,
    (server) => server.sendEvents([{ e: "played", seat: 1, card: undealt(server, 1) }], { deal: 0, phase: "play" }),
    /does not follow from the moves/,
  ],
  "other cards thrown by me": [Server, (server, page) => {
    const six = server.handOf(1, 0);
    page.makeMove({ kind: "throw", cards: six.slice(4) }, 1);
    server.sendEvents([{ e: "thrown", seat: 0 }], { hand: six.slice(0, 4), throw: six.slice(4) });
    page.run().play.confirmMove();
    showTable(server, { hand: server.handOf(1, 0).slice(2), throw: server.handOf(1, 0).slice(0, 2) });
  }, /other discards of yours/],
};
for (const [lie, [Liar, tell, says]] of Object.entries(CARDS)) {
  test(`shows ${lie}`, () => assertFound(playWith(new Liar(), tell), says));
}

test("the evidence is about the deal that was shown differently", () => {
  const page = playWith(new Server(), (server) => showTable(server, { hand: otherSix(server, 1) }));
  page.marks();
  const { deal, seen } = page.play.firstDoubt();
  assert.deepEqual([deal, seen.dealt], [1, page.server.handOf(1, 0)]);
});

test("lays other cards open at the end than it dealt", () => {
  const page = playWith(new Server());
  showTable(
    page.server,
    { ...page.server.view, open: { dealt: [otherSix(page.server, 3), otherSix(page.server, 3)], throws: [[], []] } },
  );
  assertFound(page.run(), /shows other open cards/);
});

test("a card that was only shown at the end is compared with the deck", () => {
  const LaysOthersOpen = telling(
    (events, view, server) => [
      events,
      view.open ? { ...view, open: { ...view.open, dealt: [server.handOf(3, 0), otherSix(server, 3)] } } : view,
    ],
  );
  assert.match(wrongIn(playWith(new LaysOthersOpen()), 3), /the open cards were not those of the deck/);
});

test("of a deal that a page joined late it compares the cards in its hand", () => {
  const server = new Server();
  const page = new Page(server).run();
  server.shownLinks[1] = server.link(1);
  showTable(server, { phase: "play", hand: otherSix(server, 2).slice(0, 4), deal: 2, dealer: server.dealerOf(2) });
  server.shownLinks[2] = server.link(2);
  server.sendFair();
  assert.match(wrongIn(page.run(), 2), /You were dealt/);
});

// Malformed frames.

const UNREADABLE = {
  "a deal's number": [null, "1", "01", "x", -1, 1.5, 256, true, "__proto__"].map((deal) => ({ view: { deal } })),
  "a phase": [null, "finished", "Over", 1].map((phase) => ({ view: { phase } })),
  "cards": [
    { hand: "5H" },
    { hand: ["5h"] },
    { hand: [5] },
    { starter: "" },
    { starter: ["5H"] },
    { played: {} },
    { played: [["0", "5H"]] },
    { played: [[2, "5H"]] },
    { cut: null },
    { dealer: "0" },
    { pile: ["5H"], count: 5 },
    { count: 1 },
    { scores: [0, "0"] },
    { open: {} },
    { laid: {} },
    { show: 1 },
  ].map((view) => ({ view })),
  "a seat": [{ you: "0" }, { you: 2 }, { you: true }],
  "no view": [{ view: null }],
};
for (const [what, frames] of Object.entries(UNREADABLE)) {
  test(`a malformed table is not drawn and raises an alarm: ${what}`, () => {
    for (const { view, ...frame } of frames) {
      const server = new Server();
      const page = new Page(server).run();
      const shown = view === null ? null : server.viewOf({ hand: server.handOf(1, 0), ...view });
      assert.equal(
        page.play.takeIn({ t: "table", you: 0, fair: server.fair(), ...frame, view: shown }),
        false,
        JSON.stringify({ view, ...frame }),
      );
      assertAccused(page);
    }
  });
}

const NO_EVENTS = [
  null,
  5,
  {},
  "x",
  [null],
  [{}],
  [{ e: "played", seat: "0", card: "5H" }],
  [{ e: "counted", seat: 0, what: "hands", cards: [] }],
  [{ e: "dealt", number: "2", dealer: 0 }],
  [{ e: "starter" }],
];
const NO_RECEIPTS = [
  { notes: null },
  { notes: {} },
  { notes: "x" },
  { notes: [5] },
  { since: -1 },
  { since: "3" },
  { since: null },
  { since: 0.5 },
];
test("nor are malformed events and receipts", () => {
  const server = new Server();
  const { saved } = new Page(server).run();
  for (const frame of [
    ...NO_EVENTS.map((events) => ({ t: "event", events, view: server.view })),
    ...NO_RECEIPTS.map((change) => ({ t: "receipts", since: 3, notes: [], ...change })),
  ]) {
    const page = new Page(server, structuredClone(saved)).run();
    assert.equal(page.play.takeIn(frame), false, JSON.stringify(frame));
    assertAccused(page);
  }
});

// Points.

/** Signs other lines at one step, and continues as if nothing had happened. */
const signing = (step, change, { isEarly = false } = {}) =>
  class extends Server {
    facts() {
      return super.facts().map(([each, lines]) => [each, each === step ? change(lines, this) : lines]);
    }

    /** Early: before the frames that the receipts are about. */
    sendEvents(events, view) {
      if (isEarly && this.deal) this.sendReceipts();
      super.sendEvents(events, view);
    }

    showLinks(last) {
      if (isEarly && this.deal) this.sendReceipts();
      super.showLinks(last);
    }
  };

const line = (name, value) => (lines, server) =>
  lines.map((each) => (each.startsWith(`${name} `) ? `${name} ${value(server)}` : each));

/** Counts and pegs arbitrary points in one deal, and signs them too. */
class PegsWhatItLikes extends Server {
  playDeal(how) {
    this.lineOf = (deal) => {
      const line = super.lineOf(deal);
      if (deal === 2) line.scores[this.them] += 7;
      return line;
    };
    super.playDeal(how);
  }

  sendEvents(events, view) {
    const gift = this.deal === 2 && view.phase === "play"
      ? [{ e: "pegged", seat: this.them, points: 7, score: this.scores[1][this.them] + 7, kind: "go" }]
      : [];
    super.sendEvents([...events.slice(0, 3), ...gift, ...events.slice(3)], view);
  }
}

test(
  "pegs points that nobody made, and signs them",
  () => assertFound(playWith(new PegsWhatItLikes()), /says "scores .*", and by the moves it is/),
);

test("shows another score than it signs", () => {
  class SignsAnotherScore extends Server {
    factsOfDeal(d) {
      return super.factsOfDeal(d).map((line) => (d === 2 ? line.replace(/^scores .*/, "scores 3 4") : line));
    }
  }
  assertFound(playWith(new SignsAnotherScore()), /“shown 2” contradicts the values that the server sent: scores/);
});

test("shows another winner than it signs", () => {
  const winnerIs = (view, winner) => (view.phase === "over" ? { ...view, winner } : view);
  const Liar = telling((events, view) => [events, winnerIs(view, 0)]);
  assertFound(playWith(new Liar()), /“over” contradicts the values that the server sent: winner/);
});

test("claims that the game was played to its end, and signs it", () => {
  const Signs = signing("over", (lines) => lines.map((each) => each.replace("ended resigned", "ended played")));
  class EndsIt extends Signs {
    sendEvents(events, view) {
      super.sendEvents(events, view.phase === "over" ? { ...view, ended: "played" } : view);
    }
  }
  assertFound(playWith(new EndsIt()), /says "ended played", and by the moves it is "ended resigned"/);
});

test("signs the line of another game", () => {
  assertFound(
    playWith(new (signing("over", line("line", () => "0".repeat(64))))()),
    /says "line 0+", and by the moves it is/,
  );
});

test("plays to another score than it promised", () => {
  const Liar = telling((events, view) => [events, { ...view, target: 61 }]);
  assertFound(playWith(new Liar()), /other rules than it committed to/);
});

test("counts a hand for more than it has", () => {
  const Liar = telling(
    (events, view) => [
      events.map(
        (event) => (
          event.e === "counted" && event.what === "hand"
            ? { ...event, points: 29, parts: [{ points: 29, cards: [] }] }
            : event
        ),
      ),
      view,
    ],
  );
  assert.match(wrongIn(playWith(new Liar()), 1), /it is not worth 29/);
});

test("takes back a score that it showed", () => {
  assertFound(playWith(new Server(), (server) => {
    showTable(server, { hand: server.handOf(1, 0), phase: "play", scores: [0, 120] });
    showTable(server, { hand: server.handOf(1, 0), phase: "play" });
  }), /lower score/);
});

// Receipts.

const RECEIPTS = {
  "other cards, before it shows the hand": [
    signing("saw 2", line("dealt", (server) => otherSix(server, 2).join(" ")), { isEarly: true }),
    /“saw 2” has other cards/,
  ],
  "another link, before it shows the link": [
    signing("shown 1", line("link", () => "0".repeat(64)), { isEarly: true }),
    /“shown 1” contradicts the values that the server sent: link/,
  ],
  "other moves": [signing("shown 1", line("moves", () => "a12 b34 aAC b2C")), /“shown 1” has other cards/],
  "two hands in one": [
    signing("saw 2", (lines) => ["dealt AC 2C 3C 4C 5C 6C", ...lines]),
    /“saw 2” is malformed/,
  ],
  "more than its step has": [signing("saw 1", (lines) => [...lines, "but not really"]), /“saw 1” is malformed/],
  "a move that is none": [signing("shown 1", line("moves", () => "z12")), /“shown 1” is malformed/],
};
for (const [lie, [Liar, says]] of Object.entries(RECEIPTS)) {
  test(`signs ${lie}`, () => assertFound(playWith(new Liar()), says));
}

test("signs a malformed receipt", () => {
  class Drafts extends Server {
    writeReceipts() {
      super.writeReceipts();
      this.notes = this.texts.map((text) => this.note(text.replace("cribfair/2 receipt", "a draft")));
    }
  }
  const page = new Page(new Drafts()).run();
  assert.match(page.play.alarm, /“promise” is malformed/);
  assert.equal(page.said("reveal").length, 0);
});

test("a deal whose hand was never signed is not vouched for, whatever the server answers", () => {
  class AnswersNothing extends Server {
    sendReceipts(since) {
      if (this.deal) this.send({ t: "receipts", since: 999, notes: [] });
      else super.sendReceipts(since);
    }
  }
  const { 0: cut, ...hands } = playWith(new AnswersNothing()).marks();
  assert.deepEqual([cut, hands], ["true", { 1: "unvouched", 2: "unvouched", 3: "unvouched" }]);
});

test("a game whose end is not signed is not vouched for", () => {
  class DoesNotSignTheEnd extends Server {
    facts() {
      return super.facts().filter(([step]) => step !== "over");
    }
  }
  const page = playWith(new DoesNotSignTheEnd());
  assert.equal(page.play.missesLast(), true);
  assert.deepEqual(new Set(Object.values(page.marks())), new Set(["unvouched"]));
});

test("a last link that does not arrive although it is asked for raises the alarm", () => {
  class NeverShowsTheLast extends Server {
    showLinks(last) {
      super.showLinks(this.isOver ? last - 1 : last);
    }
  }
  const page = playWith(new NeverShowsTheLast());
  assert.deepEqual([page.marks()[3], page.play.missesLast(), page.marks()[3]], [undefined, true, "unvouched"]);
  assert.match(page.play.checkDeals().at(-1).says, /has not revealed its part of it/);
});

test("claims that another device was first when ours is stored already: it is still held to ours", () => {
  const page = playWith(new Server(), (server, { play }) => {
    play.committedElsewhere();
    server.secrets = [hex(sha256(utf8("another"))), server.secrets[1]];
    server.sendFair();
  });
  assertFound(page, /./);
  assert.equal(page.saved.elsewhere, undefined);
});

// Two tabs of one browser.

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
  };
});

const STORAGE = { save: (saved) => saveGame("g1", saved), load: () => loadGame("g1") };
const tabOf = (server) => new Page(server, { ...loadGame("g1") }, "", STORAGE);

/** The same game with another chain, and another opponent. */
class AnotherChain extends Server {
  constructor(given) {
    super(given);
    this.x0 = sha256(utf8("until it suits"));
    this.tip = hex(cribfair.chainTip(this.game, this.x0));
    this.theirs = sha256(utf8("until it suits as well"));
  }

  link(d) {
    return hex(cribfair.link(this.game, this.x0, d));
  }
}

test("learns the secret from one tab, and then plays with another one", () => {
  const liar = new AnotherChain();
  const later = tabOf(liar);
  const first = tabOf(new Server()).run();
  assert.equal(first.said("reveal").length, 1);
  later.run();
  assert.match(later.play.alarm, /another tip than at first/);
  assert.equal(later.said("reveal").length, 0);
  showTable(first.server, { hand: first.server.handOf(1, 0) });
  assert.match(first.run().play.alarm, /another tip than at first/, "in the other tab too");
});

test("shows one tab another hand than the other", () => {
  const server = new Server();
  tabOf(server).run();
  const other = tabOf(server).run();
  showTable(server, { hand: otherSix(server, 1) });
  assert.match(other.run().play.alarm, /other cards in your hand/);
});

test("signs other values for one tab than for the other", () => {
  const server = new Server();
  const one = tabOf(server).run();
  const note = server.note(server.texts[2].replace(/s1 .*/, `s1 ${"0".repeat(64)}`));
  const changed = one.saved.receipts.map((kept, n) => (n === 2 ? { ...kept, note } : kept));
  STORAGE.save({ ...one.saved, receipts: changed });
  showTable(server, { hand: server.handOf(1, 0) });
  one.run();
  assert.match(one.play.alarm, /two different receipts/);
  assert.equal(one.saved.contradictions.length, 1);
});

test("an alarm of one tab is also that of the other, and is not overwritten", () => {
  const server = new Server();
  const [one, other] = [tabOf(server).run(), tabOf(server).run()];
  one.play.takeIn({ t: "fair", ...server.fair(), tip: "0".repeat(64) });
  showTable(server, { hand: server.handOf(1, 0) });
  other.run();
  assert.match(other.play.alarm, /another tip/);
  assert.match(loadGame("g1").alarm, /another tip/);
});

test("two tabs of an honest game agree, whichever receives a frame first", () => {
  const server = new Server();
  const tabs = [tabOf(server), tabOf(server)];
  server.take();
  server.sendTable();
  const deliver = () => {
    for (let frames = server.take(), turn = 0; frames.length; frames = server.take(), turn++) {
      for (const frame of frames) {
        for (const tab of turn % 2 ? tabs : tabs.toReversed()) tab.play.takeIn(structuredClone(frame));
      }
      for (const tab of tabs) {
        for (const said of tab.sent.splice(0)) if (said.t !== "receipts" || tab === tabs[0]) server.hear(said);
      }
    }
  };
  server.hearSecret = function once(secret) {
    if (!this.secrets[this.you]) Server.prototype.hearSecret.call(this, secret);
  };
  deliver();
  for (const isLast of [false, false, true]) {
    server.playDeal({ isLast });
    deliver();
  }
  for (const tab of tabs) {
    assert.deepEqual([tab.play.alarm, tab.marks()], [null, { 0: "true", 1: "true", 2: "true", 3: "true" }]);
  }
});

// Any card, in any frame.

const RUNS = process.env.PROOF === "1" ? 4_000 : 200;

const recorded = readFileSync(
  new URL("../../../../../../../docs/reference/a-game.jsonl", import.meta.url),
  "utf8",
).trim().split("\n").map((each) => JSON.parse(each));
const heard = recorded.filter(({ to }) => to === "browser").map(({ frame }) => frame);
const shown = heard.filter(({ t }) => t === "table" || t === "event");
const lastFair = heard.filter(({ t }) => t === "fair").at(-1);
const isCard = (value) => /^[A2-9TJQK][CDHS]$/.test(value);

/**
 * The places of cards in a frame that a page draws. Offered or highlighted cards do not count.
 * @returns {string[][]}
 */
function placesOfCards(value, path = []) {
  if (["playable", "parts"].includes(path.at(-1))) return [];
  if (typeof value !== "object" || value === null) return isCard(value) ? [path] : [];
  return Object.entries(value).flatMap(([name, each]) => placesOfCards(each, [...path, name]));
}

/** Whether a page finds a fault in these frames, or in the decks. */
function isFound(frames) {
  let [seen, view] = [{}, null];
  for (const frame of frames) {
    if (!(frame.t === "table" ? isTableFrame : isEventFrame)(frame)) return true;
    const observed = frame.t === "table" ? observeTable(seen, frame.view, 0) : observeEvents(seen, frame, view, 0);
    if (observed.fault) return true;
    ({ seen } = observed);
    ({ view } = frame);
  }
  return Object.keys(lastFair.links).some(
    (d) => !checkDeal({ fair: lastFair, d: Number(d), seen: observedInDeal(seen, Number(d), 0) }).ok,
  );
}

test("an honest game has no fault", () => assert.equal(isFound(shown), false));

test("any card exchanged for another one, once and in one frame, is detected", () => {
  const places = shown.flatMap((frame, n) => placesOfCards(frame).map((path) => [n, path]));
  for (let run = 0; run < RUNS; run++) {
    const digits = sha256(utf8(`exchange ${run}`));
    const [n, path] = places[(digits[0] * 65536 + digits[1] * 256 + digits[2]) % places.length];
    const frames = structuredClone(shown);
    const around = path.slice(0, -1).reduce((value, name) => value[name], frames[n]);
    const other = cribfair.cardText(digits[3] % 52);
    if (other === around[path.at(-1)]) continue;
    around[path.at(-1)] = other;
    assert.ok(isFound(frames), `frame ${n}, ${path.join(".")}: ${other}`);
  }
});
