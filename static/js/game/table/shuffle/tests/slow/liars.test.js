// Servers that lie, each in its own way, against the page's own code: none gets a tick for a deck that it chose.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hex, unhex, utf8 } from "../../../../../rng/bytes.js";
import * as cribfair from "../../../../../rng/cribfair.js";
import { sha256 } from "../../../../../rng/sha2.js";
import { Page } from "../liars/page.js";
import { Server, signerFor } from "../liars/server.js";
import {
  ACTS_FOR_ME, AN_ALARM, BlamesAnotherDevice, commitmentTo, ground, playWith, TakesTheSeat,
} from "../liars/table.js";

for (const [lie, Liar, { reveals, only, reloaded }] of AN_ALARM) {
  test(`${lie}: an alarm, no tick, and nothing makes it right again`, () => {
    const server = new Liar();
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

test("E: a server that blames another device and takes the seat itself gets no tick", () => {
  const page = playWith(new BlamesAnotherDevice());
  assert.equal(page.said("reveal").length, 0);
  const marks = new Set(Object.values(page.marks()));
  assert.ok(marks.size && !marks.has("true"), [...marks].join());
});

test("E: a server that took this seat before the page came gets no tick", () => {
  const server = new TakesTheSeat();
  server.silently = true;
  server.hearCommitment("");
  server.take();
  const page = playWith(server);
  assert.equal(page.said("commit").length, 0);
  assert.deepEqual(new Set(Object.values(page.marks())), new Set(["unvouched"]));
});

test("H: no tick if the page saw no card, nor for a watcher", () => {
  const server = new Server();
  const page = new Page(server).run();
  server.playDeal();
  server.take();
  server.page = null; // its moves are made on another device
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

// Signed notes of the server.

/** Signs an arbitrary text at one step. */
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
  test(`${lie}: an alarm, and its signed note is stored`, () => {
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

test("a missing receipt is detected with the next one", () => {
  const page = playWith(new LeavesAReceiptOut());
  assert.match(page.play.alarm, /left out a receipt before “saw 2”/);
});

test("a server that falls back to the protocol without signatures gets no tick", () => {
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

test("a server that does not sign both commitments gets no secret", () => {
  const page = playWith(new SignsNothing());
  assert.equal(page.said("reveal").length, 0);
  assert.match(page.play.stuck, /has not signed/);
});

test("a server that stops signing gets no discard before it was asked, and no tick after", () => {
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

test("a server that signs two receipts of one step is convicted by both, which are stored", () => {
  const server = new Server();
  const page = new Page(server).run();
  const other = server.note(server.texts[1].replace(/c1 .*/, `c1 ${"0".repeat(64)}`));
  page.play.takeIn({ t: "receipts", since: 1, notes: [other] });
  assert.match(page.play.alarm, /two different receipts/);
  assert.deepEqual(page.saved.contradictions, [other]);
  assert.equal(page.saved.receipts[1].note, server.notes[1]);
});

// A link: this seat has committed before the game exists.

const OWN = hex(ground("drawn with the link"));

/** The saved data of the link's room after the server accepted the commitment. */
const savedAhead = (server) => (
  { secret: OWN, ahead: true, pins: { commitments: [commitmentTo(server, 0, unhex(OWN)), null] } }
);

/** Begins with a commitment in the first seat, and with the friend's part, already revealed. */
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

test("a commitment made with the link is signed and its secret revealed when its page comes back", () => {
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
  test(`a server that ${lie} is detected before it gets a secret`, () => {
    const page = comeBackTo(new (beginsWith(first))());
    assert.match(page.play.alarm, /other commitments than at first/);
    assert.deepEqual([page.said("commit").length, page.said("reveal").length], [0, 0]);
    assert.ok(!Object.values(page.marks()).includes("true"));
    assert.ok(page.reload().play.firstDoubt(), "still an alarm");
  });
}

test("a server that swaps the commitment before it answers the link's page is detected as well", () => {
  const server = new (beginsWith(commitmentTo(new Server(), 0, ground("a seat of its own"))))();
  const page = comeBackTo(server, { secret: OWN, ahead: true });
  assert.match(page.play.alarm, /a commitment that is not ours/);
  assert.equal(page.said("reveal").length, 0);
});

test("a server that accepted the commitment of a link cannot blame another device", () => {
  const server = new (beginsWith(commitmentTo(new Server(), 0, ground("a seat of its own"))))();
  const page = new Page(server, savedAhead(server));
  page.play.committedElsewhere();
  assert.match(page.run().play.alarm, /other commitments than at first/);
});

test("a link's secret is not revealed before the friend has committed and the server has signed it", () => {
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

/** Numbers from a seed, the same in every run. */
function* numbersFrom(name) {
  for (let n = 0; ; n++) for (const byte of sha256(utf8(`${name} ${n}`))) yield byte;
}

test("for frames in any order, no secret leaves before all was pinned and both had committed", () => {
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

// The server's account of the past.

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
  "a deal that is left out": [(events) => events.filter(({ e }) => e !== "dealt"), /does not follow from the moves/],
  "nothing at all": [() => [], /does not follow from the moves/],
};

for (const [what, [change, says]] of Object.entries(PASTS)) {
  test(`a reloaded page accepts no other past: ${what}`, () => {
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

// Moves in this seat's name.

for (const [lie, Liar] of ACTS_FOR_ME) {
  test(`a server that ${lie} in this seat's name is found out, and gets no tick`, () => {
    for (const given of [{}, { you: 1 }, { version: "cribfair/2", more: { unasked: ["go", "last-card"] } }]) {
      const page = playWith(new Liar(given));
      assert.match(page.play.alarm ?? "none", /did not send|another one on record/);
      assert.ok(!Object.values(page.marks()).includes("true"));
      assert.ok(page.reload().play.alarm);
    }
  });

  test(`a server that ${lie} and says that another device did it gets a ring for that deal`, () => {
    const server = new Liar();
    const send = server.send.bind(server);
    server.send = (frame) => send(frame.t === "event" ? { ...frame, unsigned: true } : frame);
    const page = playWith(server);
    assert.equal(page.play.alarm, null);
    const marks = page.marks();
    assert.equal(marks[lie === "gives up" ? 3 : 1], "unvouched");
    assert.match(Object.values(page.play.checkDeals()).map(({ says }) => says).join(), /another device, tell the host/);
  });
}

// Keys.

for (const [keys, says] of [
  ["unpublished", /a key that this site does not publish/],
  ["unread", /could not check yet/],
]) {
  test(`no tick while the key that signs is ${keys}, and nobody is accused`, () => {
    const page = playWith(new Server(), { keys });
    assert.equal(page.play.alarm, null);
    assert.deepEqual(new Set(Object.values(page.marks())), new Set(["unvouched"]));
    assert.match(page.play.checkDeals()[0].says, says);
    page.play.takeKeys("published");
    assert.equal(page.marks()[1], "true");
  });
}
