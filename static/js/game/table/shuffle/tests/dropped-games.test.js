// The page remembers a server that drops a game after the reveal, and tells the player from the second time on.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { countDropped, forgetDropped } from "../../../fairness/dropped-games.js";
import { describeDropped } from "../dropped-note.js";
import { Page } from "./liars/page.js";
import { Server } from "./liars/server.js";

const HOUR = 3_600_000;

/** Calls the game off as soon as it has heard the secret. */
class DroppingServer extends Server {
  begin() {
    this.sendEvents([{ e: "over", winner: null, value: 0, how: "void" }], {
      phase: "over", winner: null, value: 0, ended: "void",
    });
    this.showLinks(0);
  }
}

/** Claims that the secret never came. */
class DenyingServer extends DroppingServer {
  hearSecret() {
    this.sendEvents([{ e: "over", winner: null, value: 0, how: "void" }], {
      phase: "over", winner: null, value: 0, ended: "void",
    });
  }
}

/** Says nothing more once it has heard the secret. */
class SilentServer extends Server {
  hearSecret() {}
}

/** Asks for no secret. */
class AbsentServer extends DroppingServer {
  hearCommitment() {
    this.sendEvents([{ e: "over", winner: null, value: 0, how: "void" }], {
      phase: "over", winner: null, value: 0, ended: "void",
    });
  }
}

const open = (Kind, game) => new Page(new Kind({ game, bot: true })).run();

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
  };
});

for (const Kind of [DroppingServer, DenyingServer]) {
  test(`one game dropped after the reveal is remembered, and the second is told: ${Kind.name}`, () => {
    const page = open(Kind, "g1");
    assert.equal(page.said("reveal").length, 1);
    assert.equal(countDropped(), 1);
    assert.equal(describeDropped(countDropped()), null);
    page.reload();
    assert.equal(countDropped(), 1, "the same game counts once");
    open(Kind, "g2");
    assert.match(describeDropped(countDropped()), /^2 times this browser revealed its secret and no card came/);
  });
}

test("a game that goes silent after the reveal counts after an hour", () => {
  open(SilentServer, "g1");
  open(SilentServer, "g2");
  assert.equal(countDropped(), 0, "the cards may still come");
  assert.equal(countDropped(Date.now() + HOUR), 2);
  assert.equal(countDropped(Date.now() + 2200 * HOUR), 0, "forgotten after 90 days");
});

test("a game whose cards came does not count, however it ends", () => {
  const page = open(Server, "g1");
  assert.equal(countDropped(Date.now() + HOUR), 0);
  page.server.playDeal({ isLast: true });
  page.run();
  assert.equal(countDropped(Date.now() + HOUR), 0);
});

test("a game that ended before the reveal does not count", () => {
  const page = open(AbsentServer, "g1");
  assert.equal(page.said("reveal").length, 0);
  assert.equal(countDropped(Date.now() + HOUR), 0);
});

test("a player who knows of dropped games is told again only after two more", () => {
  open(DroppingServer, "g1");
  open(DroppingServer, "g2");
  forgetDropped();
  open(DroppingServer, "g3");
  assert.equal(describeDropped(countDropped()), null);
  open(DroppingServer, "g4");
  assert.match(describeDropped(countDropped()), /^2 times/);
});

test("without storage nothing is remembered, and the game goes on", () => {
  delete globalThis.localStorage;
  const page = open(Server, "g1");
  assert.equal(page.play.alarm, null);
  assert.equal(countDropped(), 0);
});
