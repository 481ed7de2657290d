// Servers that lie, each in its own way, and how a page plays with one.

import { hex, utf8 } from "../../../../../rng/bytes.js";
import * as cribfair from "../../../../../rng/cribfair.js";
import { sha256 } from "../../../../../rng/sha2.js";
import { Page } from "./page.js";
import { Server } from "./server.js";

export const ground = (name) => sha256(utf8(`ground ${name}`));
export const commitmentTo = (server, seat, secret) => hex(cribfair.seatCommitment(server.game, seat, secret));

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
export class TakesTheSeat extends Server {
  hearCommitment() {
    this.own = ground("my seat");
    super.hearCommitment(commitmentTo(this, this.you, this.own));
    if (this.silently) this.hearSecret(hex(this.own));
  }

  must() {
    return this.silently && this.commitments[this.you] ? null : super.must();
  }
}

class TakesTheSeatSilently extends TakesTheSeat {
  silently = true;
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
export class BlamesAnotherDevice extends TakesTheSeat {
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

/**
 * Each lie by its name, the server that tells it, and what the page makes of it: how often it shows its secret, and the
 * one deal that is wrong where only one is.
 * @type {[string, typeof Server, {reveals: number, only?: number, reloaded?: boolean}][]}
 */
export const AN_ALARM = [
  ["A: reveals first", RevealsFirst, { reveals: 0 }],
  ["B: takes the seat, and asks for the secret", TakesTheSeat, { reveals: 0 }],
  ["B: takes the seat, and asks for nothing", TakesTheSeatSilently, { reveals: 0 }],
  ["B: shows another secret in this seat's place", ShowsAnotherSecret, { reveals: 1 }],
  ["C: skips the link of a deal that it chose", SkipsALink, { reveals: 1 }],
  ["C: never shows the last link", NeverShowsTheLast, { reveals: 1, reloaded: true }],
  ["D: leaves the tip out at first", leavesOut("tip"), { reveals: 0 }],
  ["D: leaves the params out at first", leavesOut("params"), { reveals: 0 }],
  ["D: leaves the version out at first", leavesOut("version"), { reveals: 0 }],
  ["D: leaves the commitments out at first", leavesOut("commitments"), { reveals: 0 }],
  ["D: empty params", leavesOut("params", "{}"), { reveals: 0 }],
  ["F: lets the wrong seat deal", LetsTheWrongSeatDeal, { reveals: 1, only: 2 }],
  ["F: lets the higher card deal first", LetsTheHigherCardDeal, { reveals: 1, only: 0 }],
  ["deals me other cards", dealsOtherCards("mine"), { reveals: 1, only: 1 }],
  ["turns another starter", dealsOtherCards("starter"), { reveals: 1, only: 1 }],
  ["shows another tip later", changes((fair) => (fair.tip = hex(ground("tip")))), { reveals: 1 }],
  [
    "shows other params later",
    changes((fair) => (fair.params = fair.params.replace('"target":121', '"target":61'))),
    { reveals: 1 },
  ],
  [
    "shows another secret of its own later",
    changes((fair) => (fair.secrets[1] = hex(ground("theirs")))),
    { reveals: 1 },
  ],
  [
    "shows another commitment of its own later",
    changes((fair) => (fair.commitments[1] = hex(ground("theirs")))),
    { reveals: 1 },
  ],
  ["shows another link later", changes((fair) => (fair.links[0] = hex(ground("link")))), { reveals: 1 }],
  ["drops a secret that it showed", changes((fair) => (fair.secrets[1] = null)), { reveals: 1 }],
  ["plays another game's shuffle", PlaysAnotherGame, { reveals: 0 }],
];

/**
 * Plays three deals with a server, as far as it gets; then the round is closed, if it shares its decks.
 * @param {Server} server @param {object} [saved] what the page knows before @param {object} [source] what it finds of
 *   shared decks @param {Record<string, object>} [games] what the browser kept of other games
 */
export function playWith(server, saved = {}, source = null, games = {}) {
  const page = new Page(server, saved, "", { save: () => true, load: () => ({}), games });
  server.page = page;
  page.run();
  if (source) page.play.takeSource(source);
  for (let d = 1; d <= 3 && server.deal; d++) {
    server.playDeal({ isLast: d === 3 });
    page.run();
  }
  if (server.isShared && server.deal) server.close();
  return page.run();
}

/**
 * Returns the data that the browser keeps of a game that its player has lost, and the params of its rematch.
 * @param {{you?: 0 | 1, bot?: boolean}} given
 */
export function lostGame({ you = 0, bot = false } = {}) {
  const { saved } = playWith(new Server({ game: "g0", you, bot }));
  return { games: { g0: saved }, more: { first_dealer_because: { rematch_of: "g0" } } };
}

// Servers that act in the player's name. The page sent another move than the one on record, or none.

const exchanges = (kind, change) =>
  class extends Server {
    ask(move) {
      if (move.kind !== kind || this.deal !== 1) super.ask(move);
      else if (change) super.ask(change(move, this));
    }
  };

/** @type {[string, typeof Server][]} */
export const ACTS_FOR_ME = [
  ["plays another card", exchanges("play", () => ({ kind: "go" }))],
  ["plays a card by itself", exchanges("play", null)],
  [
    "throws other cards",
    exchanges("throw", (move, server) => ({ ...move, cards: server.handOf(1, server.you).slice(0, 2) })),
  ],
  ["throws by itself", exchanges("throw", null)],
  [
    "gives up",
    class extends Server {
      ask(move) {
        if (move.kind !== "resign") super.ask(move);
      }
    },
  ],
];
