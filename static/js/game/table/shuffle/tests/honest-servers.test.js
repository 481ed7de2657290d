// Nothing that an honest server does raises an alarm, and every deal of a signed game gets its tick.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FairPlay } from "../fair-play.js";
import { Page } from "./liars/page.js";
import { Server } from "./liars/server.js";
import { lostGame, playWith } from "./liars/table.js";

const KINDS = {};
for (const version of ["cribfair/1", "cribfair/2"]) {
  for (const you of [0, 1]) {
    for (const bot of [true, false]) {
      for (const firstDealer of [null, 0, 1]) KINDS[`${version}, seat ${you}, ${bot ? "a bot" : "a person"}, first dealer ${firstDealer}`] = { version, you, bot, firstDealer };
    }
  }
}

function playOut(page, deals = 3) {
  for (let d = 1; d <= deals; d++) {
    page.server.playDeal({ isLast: d === deals });
    page.run();
  }
  return page;
}

for (const [kind, given] of Object.entries(KINDS)) {
  test(`a whole game raises no alarm, and is ticked if it is signed: ${kind}`, () => {
    const page = playOut(new Page(new Server(given)).run());
    const mark = given.version === "cribfair/1" ? "unvouched" : "true"; // nothing was signed
    const deals = { ...(given.firstDealer === null ? { 0: mark } : {}), 1: mark, 2: mark, 3: mark };
    const { 0: cut, ...hands } = page.marks();
    assert.equal(page.play.alarm, null);
    assert.deepEqual(given.firstDealer === null ? { 0: cut, ...hands } : hands, deals);
    assert.equal(page.said("reveal").length, 1);
    assert.equal(page.play.firstDoubt(), null);
  });
}

for (const you of [0, 1]) {
  test(`a rematch is ticked throughout, its first dealer too, from seat ${you}`, () => {
    const { games, more } = lostGame({ you });
    const saved = { way: "asked", rematchOf: "g0" };
    const page = playWith(new Server({ you, firstDealer: you, more }), saved, null, games);
    assert.equal(page.play.alarm, null);
    assert.deepEqual(page.marks(), { 0: "true", 1: "true", 2: "true", 3: "true" });
    assert.match(page.play.checkDeals()[0].says, /loser of the game before/);
    delete games.g0; // removed to make room
    assert.deepEqual(page.reload().marks(), page.marks());
  });
}

test("a page reloaded at any moment continues, and vouches for the deals it saw", () => {
  const server = new Server();
  let page = new Page(server).run().reload();
  for (let d = 1; d <= 3; d++) {
    server.playDeal({ isLast: d === 3 });
    page = page.run().reload();
  }
  assert.equal(page.play.alarm, null);
  assert.deepEqual(page.marks(), { 0: "true", 1: "true", 2: "true", 3: "true" });
});

test("a page reloaded before it revealed keeps its secret", () => {
  const server = new Server();
  server.hearCommitment = function hear(c) {
    this.commitments[this.you] ??= c;
    this.sendFair();
  };
  const page = new Page(server).run();
  delete server.hearCommitment;
  const again = page.reload();
  assert.equal(again.saved.secret, page.saved.secret);
  server.commitments[1] = server.theirCommitment();
  server.sendFair();
  server.sendReceipts();
  again.run();
  assert.deepEqual(again.said("reveal").map(({ secret }) => secret), [page.saved.secret]);
});

test("two tabs of one player share the secret, and both vouch", () => {
  const server = new Server();
  const saved = {};
  const [one, other] = [new Page(server, saved), new Page(server, saved)];
  const frames = server.take();
  for (const frame of frames) {
    one.play.takeIn(frame);
    other.play.takeIn(frame);
  }
  assert.deepEqual(one.said("commit"), other.said("commit"));
  for (const { c } of one.said("commit")) server.hear({ t: "commit", c });
  for (const frame of server.take()) for (const tab of [one, other]) tab.play.takeIn(frame);
  server.hear(one.said("reveal")[0]);
  for (const frame of server.take()) for (const tab of [one, other]) tab.play.takeIn(frame);
  assert.deepEqual([one.play.alarm, other.play.alarm], [null, null]);
});

test("two tabs of one browser move in turn, and each knows what the other has sent", () => {
  let kept = {};
  const storage = {
    save: (saved) => { kept = JSON.parse(JSON.stringify(saved)); return true; },
    load: () => JSON.parse(JSON.stringify(kept)),
  };
  const server = new Server();
  const one = new Page(server, {}, "", storage).run();
  const other = new Page(server, storage.load(), "", storage).run();
  const tell = () => {
    for (const frame of server.take()) for (const tab of [one, other]) tab.play.takeIn(frame);
  };
  for (const tab of [one, other, one]) {
    server.page = tab;
    server.playDeal();
    tell();
  }
  assert.deepEqual([one.play.alarm, other.play.alarm], [null, null]);
  for (const tab of [one, other]) {
    const { moves, sent } = tab.play.signer.counts();
    assert.deepEqual([sent, moves > 12], [moves, true]);
    assert.deepEqual(tab.marks(), { 0: "true", 1: "true", 2: "true", 3: "true" });
  }
  assert.equal(JSON.stringify(one.play.signer.chain()), JSON.stringify(other.play.signer.chain()));
});

test("a second device vouches for nothing, says why, and accuses nobody", () => {
  const server = new Server();
  playOut(new Page(server).run(), 1);
  const other = new Page(server).run();
  assert.equal(other.play.alarm, null);
  assert.deepEqual(new Set(Object.values(other.marks())), new Set(["unvouched"]));
  assert.match(other.play.checkDeals()[0].says, /another device/);
});

test("a deal played on another device gets values and no tick", () => {
  const server = new Server();
  const page = new Page(server).run();
  server.playDeal();
  server.playDeal();
  server.take();
  const later = page.reload();
  assert.equal(later.play.alarm, null);
  assert.deepEqual(later.marks(), { 0: "true", 1: "true", 2: "unvouched" }, "of deal 1 it saw its six cards");
});

test("what was moved on another device is counted, raises no alarm, and is no tick", () => {
  const server = new Server();
  const page = new Page(server).run();
  server.playDeal();
  page.run();
  server.page = null;
  const send = server.send.bind(server);
  server.send = (frame) => send(frame.t === "event" ? { ...frame, unsigned: true } : frame);
  server.playDeal();
  page.run();
  server.page = page;
  server.playDeal();
  page.run();
  assert.equal(page.play.alarm, null);
  assert.deepEqual(page.marks(), { 0: "true", 1: "true", 2: "unvouched", 3: "true" });
  const { moves, sent } = page.play.signer.counts();
  assert.ok(moves - sent >= 5);
  const away = page.reload();
  assert.deepEqual([away.play.alarm, away.marks()], [null, page.marks()]);
});

test("a game whose server has lost its key goes on, unsigned and without a tick", () => {
  const server = new Server();
  const page = new Page(server).run();
  server.playDeal();
  page.run();
  server.sendReceipts = function none(since = 0) {
    this.send({ t: "receipts", since, notes: [] });
  };
  server.playDeal();
  const later = page.run().reload();
  assert.equal(later.play.alarm, null);
  assert.equal(later.play.maySend({ kind: "throw" }), true);
  assert.equal(later.marks()[1], "unvouched");
});

test("a seat signs its commitment and each of its moves, and a resend has the same signature", () => {
  const page = new Page(new Server()).run();
  const [{ key, sig, c }] = page.said("commit");
  assert.match(`${key} ${sig} ${c}`, /^[0-9a-f]{64} [0-9a-f]{128} [0-9a-f]{64}$/);
  const cards = page.play.dealtInOrder().slice(0, 2);
  const first = page.play.signer.sign({ kind: "throw", cards }, 1, 0);
  assert.match(first, /^[0-9a-f]{128}$/);
  assert.equal(page.play.signer.sign({ kind: "throw", cards }, 1, 0), first);
  page.server.sendEvents([{ e: "thrown", seat: 0 }], { hand: [], throw: cards });
  page.run().play.confirmMove();
  assert.equal(page.play.alarm, null);
  assert.notEqual(page.play.signer.sign({ kind: "go" }, 1, 0), first);
  assert.equal(page.play.signer.sign({ kind: "pass" }, 1, 0), undefined);
});

test("the player's typed words go into the secret, and nowhere else", () => {
  const page = new Page(new Server(), {}, "quince and sardines").run();
  assert.doesNotMatch(JSON.stringify([page.sent, page.saved]), /quince/);
});

// Recorded games.

const recorded = (name) => readFileSync(
  new URL(`../../../../../../${name}`, import.meta.url),
  "utf8",
).trim().split("\n").map((line) => JSON.parse(line));

test("the documented game is ticked for every deal, with each reveal in its place", () => {
  const lines = recorded("docs/reference/a-game.jsonl");
  const said = lines.filter(({ to }) => to === "server").map(({ frame }) => frame);
  const heard = lines.filter(({ to }) => to === "browser").map(({ frame }) => frame);
  const game = heard.find(({ t }) => t === "table").fair.game;
  const saved = { secret: said.find(({ t }) => t === "reveal").secret, keys: "published" };
  const sent = [];
  const play = new FairPlay(
    {
      game,
      saved,
      save: () => true,
      send: (frame) => sent.push(frame),
      ownWords: { asksEachGame: false, takeOnce: () => "" },
    },
  );
  for (const { to, frame } of lines) {
    if (to === "browser") play.takeIn(frame);
    else if (frame.t === "move") play.signer.sign(frame.move, play.view.deal, play.you);
  }
  assert.equal(play.alarm, null);
  assert.deepEqual(sent.filter(({ t }) => t === "reveal"), [{ t: "reveal", secret: saved.secret }]);
  const checks = play.checkDeals();
  assert.deepEqual([...new Set(checks.map(({ mark }) => mark))], ["true"]);
  assert.equal(
    checks.length,
    heard.filter(({ t }) => t === "event").flatMap(({ events }) => events).filter(({ e }) => e === "dealt").length + 1,
  );
});
