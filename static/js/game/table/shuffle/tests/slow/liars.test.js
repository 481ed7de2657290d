// Servers that lie, each in its own way, against the page's own code: none gets a tick for a deck that it chose.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hex, unhex, utf8 } from "../../../../../rng/bytes.js";
import * as cribfair from "../../../../../rng/cribfair.js";
import { sha256 } from "../../../../../rng/sha2.js";
import { Page } from "../liars/page.js";
import { Server, signerFor } from "../liars/server.js";

const ground = (name) => sha256(utf8(`ground ${name}`));
const commitmentTo = (server, seat, secret) => hex(cribfair.seatCommitment(server.game, seat, secret));

/** Asks for the secret before the other seat has committed, and chooses the other secret afterwards. */
class RevealsFirst extends Server {
  hearCommitment(c) {
    this.commitments[this.you] = c;
    this.sendFair();
  }

  must() {
    return this.commitments[this.you] ? "reveal" : "commit";
  }

  hearSecret(secret) {
    this.theirs = ground("until it suits");
    this.commitments[this.them] = this.theirCommitment();
    super.hearSecret(secret);
  }
}

/** Puts a commitment of its own into this seat's place, so that it knows both secrets. */
class TakesTheSeat extends Server {
  hearCommitment() {
    this.own = ground("my seat");
    super.hearCommitment(commitmentTo(this, this.you, this.own));
    if (this.silently) this.hearSecret(hex(this.own));
  }

  must() {
    return this.silently && this.commitments[this.you] ? null : super.must();
  }
}

/** Lets the commitment stand, and shows another secret in its place. */
class ShowsAnotherSecret extends Server {
  hearSecret() {
    super.hearSecret(hex(ground("another")));
  }
}

/** Deals what it likes in one deal, and does not show the link of that one. */
class SkipsALink extends Server {
  handOf(d, seat) {
    return d === 1 && seat === this.them && this.deal === 1
      ? ["5H", "5D", "5S", "JC", "4C", "6C"]
      : super.handOf(d, seat);
  }

  showLinks(last) {
    for (let d = 0; d <= last; d++) if (d !== 1) this.shownLinks[d] = this.link(d);
    this.sendFair();
  }
}

class NeverShowsTheLast extends Server {
  showLinks(last) {
    super.showLinks(this.isOver ? last - 1 : last);
  }
}

/** Leaves a part out until it knows all secrets. */
const leavesOut = (part, instead = null) =>
  class extends Server {
    fair() {
      const fair = super.fair();
      if (this.secrets.includes(null)) fair[part] = instead;
      return fair;
    }
  };

/** Says that another device was first, and sits in the seat itself. */
class BlamesAnotherDevice extends TakesTheSeat {
  silently = true;

  hear(frame) {
    if (frame.t === "commit") this.page.play.committedElsewhere();
    super.hear(frame);
  }
}

class LetsTheWrongSeatDeal extends Server {
  dealerOf(d) {
    return d === 2 ? 1 - super.dealerOf(d) : super.dealerOf(d);
  }
}

class LetsTheHigherCardDeal extends Server {
  firstDealer() {
    return 1 - super.firstDealer();
  }
}

/** Shows other cards than the deck has, of a kind. */
const dealsOtherCards = (part) =>
  class extends Server {
    handOf(d, seat) {
      const hand = super.handOf(d, seat);
      return part === "mine" && seat === this.you && d === 1
        ? [...hand.slice(1), cribfair.cardText(this.deck(1)[20])]
        : hand;
    }

    starterOf(d) {
      return part === "starter" && d === 1 ? cribfair.cardText(this.deck(1)[20]) : super.starterOf(d);
    }
  };

/** Shows something otherwise that was fixed, once it knows the secrets. */
const changes = (change) =>
  class extends Server {
    fair() {
      const fair = structuredClone(super.fair());
      if (this.deal) change(fair);
      return fair;
    }
  };

class PlaysAnotherGame extends Server {
  fair() {
    return new Server({ game: "g2" }).fair();
  }
}

const AN_ALARM = [
  ["A: reveals first", new RevealsFirst(), { reveals: 0 }],
  ["B: takes the seat, and asks for the secret", new TakesTheSeat(), { reveals: 0 }],
  ["B: takes the seat, and asks for nothing", Object.assign(new TakesTheSeat(), { silently: true }), { reveals: 0 }],
  ["B: shows another secret in this seat's place", new ShowsAnotherSecret(), { reveals: 1 }],
  ["C: skips the link of a deal that it chose", new SkipsALink(), { reveals: 1 }],
  ["C: never shows the last link", new NeverShowsTheLast(), { reveals: 1, reloaded: true }],
  ["D: leaves the tip out at first", new (leavesOut("tip"))(), { reveals: 0 }],
  ["D: leaves the params out at first", new (leavesOut("params"))(), { reveals: 0 }],
  ["D: leaves the version out at first", new (leavesOut("version"))(), { reveals: 0 }],
  ["D: leaves the commitments out at first", new (leavesOut("commitments"))(), { reveals: 0 }],
  ["D: empty params", new (leavesOut("params", "{}"))(), { reveals: 0 }],
  ["F: lets the wrong seat deal", new LetsTheWrongSeatDeal(), { reveals: 1, only: 2 }],
  ["F: lets the higher card deal first", new LetsTheHigherCardDeal(), { reveals: 1, only: 0 }],
  ["deals me other cards", new (dealsOtherCards("mine"))(), { reveals: 1, only: 1 }],
  ["turns another starter", new (dealsOtherCards("starter"))(), { reveals: 1, only: 1 }],
  ["shows another tip later", new (changes((fair) => (fair.tip = hex(ground("tip")))))(), { reveals: 1 }],
  [
    "shows other params later",
    new (changes((fair) => (fair.params = fair.params.replace("null", "1"))))(),
    { reveals: 1 },
  ],
  [
    "shows another secret of its own later",
    new (changes((fair) => (fair.secrets[1] = hex(ground("theirs")))))(),
    { reveals: 1 },
  ],
  [
    "shows another commitment of its own later",
    new (changes((fair) => (fair.commitments[1] = hex(ground("theirs")))))(),
    { reveals: 1 },
  ],
  ["shows another link later", new (changes((fair) => (fair.links[0] = hex(ground("link")))))(), { reveals: 1 }],
  ["drops a secret that it showed", new (changes((fair) => (fair.secrets[1] = null)))(), { reveals: 1 }],
  ["plays another game's shuffle", new PlaysAnotherGame(), { reveals: 0 }],
];

/** Plays three deals with a server, as far as it gets. */
function playWith(server) {
  const page = new Page(server);
  server.page = page;
  page.run();
  for (let d = 1; d <= 3 && server.deal; d++) {
    server.playDeal({ isLast: d === 3 });
    page.run();
  }
  return page;
}

for (const [lie, server, { reveals, only, reloaded }] of AN_ALARM) {
  test(`${lie}: an alarm, no tick, and nothing makes it right again`, () => {
    const played = playWith(server);
    const page = reloaded ? played.reload() : played;
    const marks = page.marks();
    assert.ok(page.play.firstDoubt(), "an alarm");
    if (only === undefined) assert.ok(!Object.values(marks).includes("true"), `no tick: ${JSON.stringify(marks)}`);
    else assert.equal(marks[only], "false");
    assert.equal(played.said("reveal").length, reveals);
    const again = new Page(new Server(), JSON.parse(JSON.stringify(page.saved)));
    again.server.take();
    again.play.takeIn({ t: "table", you: 0, view: server.view, fair: server.fair() });
    assert.ok(again.play.checkDeals().every(({ mark }) => only !== undefined || mark === "false"));
    assert.ok(again.play.firstDoubt(), "still an alarm");
  });
}

test("E: a server that blames another device and sits in the seat itself gets no tick", () => {
  const page = playWith(new BlamesAnotherDevice());
  assert.equal(page.said("reveal").length, 0);
  const marks = new Set(Object.values(page.marks()));
  assert.ok(marks.size && !marks.has("true"), [...marks].join());
});

test("E: a server that was first in this seat before the page came gets no tick", () => {
  const server = new TakesTheSeat();
  server.silently = true;
  server.hearCommitment("");
  server.take();
  const page = playWith(server);
  assert.equal(page.said("commit").length, 0);
  assert.deepEqual(new Set(Object.values(page.marks())), new Set(["unvouched"]));
});

test("H: no tick where the page saw no card, nor for somebody who watches", () => {
  const server = new Server();
  const page = new Page(server).run();
  server.playDeal();
  server.take();
  server.playDeal();
  server.take();
  server.view = server.viewOf({ hand: [] });
  server.sendTable();
  page.run();
  assert.equal(page.marks()[2], "unvouched");
  assert.match(page.play.checkDeals().find(({ deal }) => deal === 2).says, /saw none of the cards/);
  const watcher = new Page(server);
  server.take();
  watcher.play.takeIn({ t: "table", you: null, view: server.view, fair: { ...server.fair(), must: null } });
  assert.deepEqual(new Set(Object.values(watcher.marks())), new Set(["unvouched"]));
});

// What the server signs.

/** Signs a text of its own choice at one step. */
const signs = (step, change, signer = undefined) =>
  class extends Server {
    note(text) {
      const isThis = text.includes(`step ${step}\n`);
      return super.note(isThis ? change(text) : text, isThis ? signer : undefined);
    }
  };

const FORGED = [
  ["signs with another key that both stand", new (signs("both-stand", (text) => text, signerFor("somebody")))(), 0],
  [
    "signs another commitment of its own",
    new (signs("both-stand", (text) => text.replace(/c1 .*/, `c1 ${"0".repeat(64)}`)))(),
    0,
  ],
  ["signs another tip", new (signs("both-stand", (text) => text.replace(/tip .*/, `tip ${"0".repeat(64)}`)))(), 0],
  ["signs for another game", new (signs("promise", (text) => text.replace("game g1", "game g2")))(), 0],
  ["signs for the other seat", new (signs("promise", (text) => text.replace("seat 0", "seat 1")))(), 0],
  [
    "signs what does not follow from before",
    new (signs("both-stand", (text) => text.replace(/after .*/, `after ${"0".repeat(64)}`)))(),
    0,
  ],
  ["signs another secret", new (signs("opened", (text) => text.replace(/s1 .*/, `s1 ${"0".repeat(64)}`)))(), 1],
  [
    "signs other cards than it dealt",
    new (signs("saw 1", (text) => text.replace(/dealt .*/, "dealt AC 2C 3C 4C 5C 6C")))(),
    1,
  ],
  [
    "signs another dealer",
    new (signs("saw 2", (text) => text.replace(/dealer (.)/, (_, seat) => `dealer ${1 - seat}`)))(),
    1,
  ],
  ["signs another link", new (signs("shown 1", (text) => text.replace(/link .*/, `link ${"0".repeat(64)}`)))(), 1],
];
for (const [lie, server, reveals] of FORGED) {
  test(`${lie}: an alarm, and what it signed is kept`, () => {
    const page = playWith(server);
    assert.ok(page.play.alarm);
    assert.equal(page.said("reveal").length, reveals);
    assert.ok(!Object.values(page.marks()).includes("true"));
  });
}

class LeavesAReceiptOut extends Server {
  facts() {
    return super.facts().filter(([step]) => step !== "shown 1");
  }
}

test("a server that leaves a receipt out is found by the next one", () => {
  const page = playWith(new LeavesAReceiptOut());
  assert.match(page.play.alarm, /left out a receipt before “saw 2”/);
});

test("a server that goes back to the protocol that signs nothing gets no tick", () => {
  const page = playWith(new Server({ version: "cribfair/1" }));
  assert.equal(page.play.alarm, null);
  assert.deepEqual(new Set(Object.values(page.marks())), new Set(["unvouched"]));
  assert.match(page.play.checkDeals()[0].says, /did not sign/);
});

class SignsNothing extends Server {
  sendReceipts(since) {
    if (since !== undefined) this.send({ t: "receipts", since, notes: [] });
  }
}

test("a server that does not sign that both stand is shown no secret", () => {
  const page = playWith(new SignsNothing());
  assert.equal(page.said("reveal").length, 0);
  assert.match(page.play.stuck, /has not signed/);
});

test("a server that stops signing gets no throw before it was asked, and no tick after", () => {
  const server = new Server();
  const page = new Page(server).run();
  server.sendReceipts = SignsNothing.prototype.sendReceipts;
  server.playDeal();
  page.run();
  assert.equal(page.play.maySend({ kind: "throw" }), false);
  page.play.requestReceipts();
  page.run();
  assert.equal(page.play.maySend({ kind: "throw" }), true);
  assert.deepEqual(new Set(Object.values(page.marks())), new Set(["unvouched"]));
});

test("a server that signs two receipts of one step is convicted by both, which are kept", () => {
  const server = new Server();
  const page = new Page(server).run();
  const other = server.note(server.texts[1].replace(/c1 .*/, `c1 ${"0".repeat(64)}`));
  page.play.takeIn({ t: "receipts", since: 1, notes: [other] });
  assert.match(page.play.alarm, /two different receipts/);
  assert.deepEqual(page.saved.contradictions, [other]);
  assert.equal(page.saved.receipts[1].note, server.notes[1]);
});

// A link: this seat has committed before there is a game.

const OWN = hex(ground("drawn with the link"));

/** What the room of the link has saved once the server took the commitment. */
const savedAhead = (server) => (
  { secret: OWN, ahead: true, pins: { commitments: [commitmentTo(server, 0, unhex(OWN)), null] } }
);

/** Begins with what stands in the first seat, and with the friend's part, who has shown it. */
const beginsWith = (first) =>
  class extends Server {
    constructor() {
      super();
      this.commitments = [first, this.theirCommitment()];
      this.secrets[1] = hex(this.theirs);
      this.sendReceipts();
    }
  };

function comeBackTo(server, saved = savedAhead(server)) {
  const page = new Page(server, saved).run();
  for (let d = 1; d <= 2 && server.deal; d++) {
    server.playDeal();
    page.run();
  }
  return page;
}

test("a commitment that was made with the link is signed, and shown its secret, when its page comes back", () => {
  const server = new (beginsWith(commitmentTo(new Server(), 0, unhex(OWN))))();
  const page = comeBackTo(server);
  const [signed] = page.said("commit");
  assert.equal(signed.c, server.commitments[0]);
  assert.ok(signed.key && signed.sig);
  assert.deepEqual([page.said("commit").length, page.said("reveal").length], [1, 1]);
  assert.deepEqual(page.marks(), { 0: "true", 1: "true", 2: "true" });
});

for (const [lie, first] of [
  ["swaps the commitment of a link for one of its own", commitmentTo(new Server(), 0, ground("a seat of its own"))],
  ["loses the commitment of a link, and asks for another", null],
]) {
  test(`a server that ${lie} is found out before it is shown a secret`, () => {
    const page = comeBackTo(new (beginsWith(first))());
    assert.match(page.play.alarm, /other commitments than at first/);
    assert.deepEqual([page.said("commit").length, page.said("reveal").length], [0, 0]);
    assert.ok(!Object.values(page.marks()).includes("true"));
    assert.ok(page.reload().play.firstDoubt(), "still an alarm");
  });
}

test("a server that swaps the commitment before it answered the link's page is found out as well", () => {
  const server = new (beginsWith(commitmentTo(new Server(), 0, ground("a seat of its own"))))();
  const page = comeBackTo(server, { secret: OWN, ahead: true });
  assert.match(page.play.alarm, /a commitment that is not ours/);
  assert.equal(page.said("reveal").length, 0);
});

test("a server that took the commitment of a link cannot blame another device", () => {
  const server = new (beginsWith(commitmentTo(new Server(), 0, ground("a seat of its own"))))();
  const page = new Page(server, savedAhead(server));
  page.play.committedElsewhere();
  assert.match(page.run().play.alarm, /other commitments than at first/);
});

test("nothing is shown of a link's secret before the friend has committed and the server has signed it", () => {
  const server = new (beginsWith(commitmentTo(new Server(), 0, unhex(OWN))))();
  Object.assign(
    server,
    { commitments: [server.commitments[0], null], secrets: [null, null], texts: [], notes: [], frames: [] },
  );
  server.must = () => "reveal";
  const page = comeBackTo(server);
  assert.match(page.play.alarm, /before both seats have committed/);
  assert.equal(page.said("reveal").length, 0);
});

test("a secret waits as long as the page has a reason, and no longer", () => {
  const server = new (beginsWith(commitmentTo(new Server(), 0, unhex(OWN))))();
  const page = new Page(server, savedAhead(server));
  page.play.table.whyWait = () => "Bob is not here.";
  page.run();
  assert.deepEqual([page.said("reveal").length, page.play.stuck], [0, "Bob is not here."]);
  page.play.table.whyWait = () => null;
  page.play.act();
  page.run();
  assert.deepEqual([page.said("reveal").length, page.play.stuck], [1, null]);
});

// Frames in any order.

const RUNS = process.env.PROOF === "1" ? 600 : 40;

/** Numbers from a seed, the same at every run. */
function* numbersFrom(name) {
  for (let n = 0; ; n++) for (const byte of sha256(utf8(`${name} ${n}`))) yield byte;
}

test("whatever frames come, no secret leaves before all was pinned, and both stood", () => {
  for (let run = 0; run < RUNS; run++) {
    const numbers = numbersFrom(`frames ${run}`);
    const pick = (choices) => choices[numbers.next().value % choices.length];
    const server = new Server({ bot: run % 2 === 0, version: pick(["cribfair/1", "cribfair/2"]) });
    const page = new Page(server);
    const shown = [];
    const record = (frame) => {
      const fair = frame.fair ?? (frame.t === "fair" ? frame : null);
      if (fair) shown.push(fair);
      page.play.takeIn(frame);
    };
    for (const frame of server.take()) record(frame);
    for (let turn = 0; turn < 12; turn++) {
      const act = pick(["honest", "honest", "must", "drop", "swap", "null"]);
      if (act === "honest") for (const frame of page.sent.slice(-1)) server.hear(frame);
      else {
        const fair = structuredClone(server.fair());
        if (act === "must") fair.must = "reveal";
        if (act === "drop") delete fair[pick(["version", "game", "params", "tip", "commitments", "secrets", "links"])];
        if (act === "swap") fair.commitments.reverse();
        if (act === "null") fair.commitments[pick([0, 1])] = null;
        server.send({ t: "fair", ...fair });
      }
      for (const frame of server.take()) {
        const before = page.said("reveal").length;
        record(frame);
        if (page.said("reveal").length === before) continue;
        const { pins } = page.saved;
        const mine = page.said("commit")[0].c;
        assert.ok(["version", "game", "params", "tip"].every((name) => typeof pins[name] === "string"));
        assert.ok(pins.commitments.every(Boolean) && pins.commitments[0] === mine);
        assert.ok(shown.every((fair) => (fair.commitments?.[1] ?? pins.commitments[1]) === pins.commitments[1]));
        if (server.version !== "cribfair/1") assert.ok(page.play.receipts.has("both-stand"));
      }
    }
  }
});

// What the server says of the past.

const PASTS = {
  "another starter in a deal that is over": [
    (events) => events.map((e) => (e.e === "starter" ? { ...e, card: e.card === "2C" ? "3C" : "2C" } : e)),
    /another starter/,
  ],
  "other points for a hand": [
    (events) => events.map(
      (e) => (
        e.e === "counted"
          ? { ...e, points: e.points + 1, parts: [...e.parts, { kind: "nobs", cards: [], points: 1 }] }
          : e
      ),
    ),
    /another hand counted/,
  ],
  "a deal that is left out": [(events) => events.filter(({ e }) => e !== "dealt"), /not what its events lead to/],
  "nothing at all": [() => [], /not what its events lead to/],
};

for (const [what, [change, says]] of Object.entries(PASTS)) {
  test(`a page that is loaded again takes no other past: ${what}`, () => {
    const server = new Server();
    const page = new Page(server).run();
    server.playDeal();
    page.run();
    server.history = () => server.past.map(({ ply, events }) => ({ ply, events: change(events) }));
    const again = page.reload();
    assert.match(again.play.alarm ?? "none", says);
    assert.ok(!Object.values(again.marks()).includes("true"));
  });
}
