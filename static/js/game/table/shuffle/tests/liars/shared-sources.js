// What games are dealt from that share their decks: a set with its record and its place in the log, and a finished
// game.

import { concat, hex, utf8 } from "../../../../../rng/bytes.js";
import { canonicalJson } from "../../../../../rng/json.js";
import { sha256 } from "../../../../../rng/sha2.js";
import { FEWEST_STEPS, SEGMENTS } from "../../../../../rng/delay.js";
import { entrantCommitment, linkBack, LINKS_A_ROUND, mixOf, rootOf } from "../../../../../rng/shared-decks.js";
import { sealed } from "./files.js";
import { signedNote, signerFor } from "./signing.js";

const seed = (name) => sha256(utf8(name));
const ME = "00000000000000000007";

/** What this browser keeps of its part in a set. */
export function partIn({ tip, params, mix, root }) {
  const part = { secret: hex(seed("my part")), tip, params, at: 1 };
  return mix
    ? { ...part, fewest: FEWEST_STEPS, revealedAt: 2, mix, waited: 9000, computed: root }
    : part; // of a release before delays
}

export class SharedSet {
  /**
   * @param {{id?: string, secrets?: string[], mixes?: boolean, steps?: number}} given `mixes`: whether this browser has
   *   a part; `steps`: in a segment of the delay, whose values are made up here: what a page has computed it knows
   */
  constructor({ id = "d1", mixes = true, steps = 0 } = {}) {
    this.id = id;
    this.signer = signerFor("site");
    this.y0 = seed(`${id} server`);
    this.tip = hex(linkBack(id, this.y0, LINKS_A_ROUND));
    const log = this.signer.verifierKey;
    const delay = steps ? { delay: steps } : {};
    this.params = canonicalJson({ version: "cribfair/3", set: id, rounds: 1, reveals: "at-once", log, ...delay });
    const secrets = { "00000000000000000003": seed("another entrant"), ...(mixes ? { [ME]: seed("my part") } : {}) };
    this.entrants = Object.entries(secrets).map(([player, secret]) => (
      { player, commitment: hex(entrantCommitment(id, player, secret)), secret: hex(secret) }
    ));
    this.root = hex(rootOf(this.params, this.tip, this.entrants));
    if (!steps) return;
    this.mix = hex(mixOf(this.params, this.tip, this.entrants));
    this.delay = Array.from({ length: SEGMENTS }, (_, n) => hex(seed(`${id} after segment ${n + 1}`)));
    this.root = this.delay.at(-1);
  }

  get source() {
    return { set: this.id, round: 1, tip: this.tip, root: this.root };
  }

  link(d) {
    return hex(linkBack(this.id, this.y0, LINKS_A_ROUND - Math.min(d, LINKS_A_ROUND)));
  }

  /** As `GET /api/decks/<set>/record` has it. */
  record(more = {}) {
    const { id: set, params, tip, entrants, root, delay } = this;
    const delayed = delay ? { format: "every-other/decks/2", delay } : {};
    const inOrder = [...entrants].sort((one, other) => (one.player < other.player ? -1 : 1));
    const first = { format: "every-other/decks/1", set, params, tip, entrants: inOrder, root, links: {} };
    return sealed({ ...first, ...delayed, ...more });
  }

  /** As `GET /api/decks/<set>/log` has it: a log of these two leaves. */
  log(more = {}) {
    const { id: set, params, tip, root, entrants } = this;
    const mixed = entrants.map(({ player }) => player).sort();
    const leaves = [
      { kind: "decks", at: 7, set, params, tip },
      { kind: "root", at: 8, set, root, mixed, absent: [] },
    ].map((leaf) => sha256(concat(Uint8Array.of(0), utf8(canonicalJson({ ...leaf, ...more[leaf.kind] })))));
    const top = sha256(concat(Uint8Array.of(1), ...leaves));
    const text = `cards.example\n2\n${btoa(String.fromCharCode(...top))}\n`;
    return {
      checkpoint: signedNote(text, this.signer),
      decks: { at: 7, index: 0, proof: [hex(leaves[1])] },
      root: { at: 8, index: 1, proof: [hex(leaves[0])] },
    };
  }

  /** All that a page finds of it. */
  known(more = {}) {
    return { record: this.record(), log: this.log(), part: partIn(this), game: "g1", ...more };
  }
}

/** What params say of a finished game that a server has made up: it knew all of it, and chose it. */
export const firstGame = (tip) => (
  { game: "g0", tip, context: hex(seed("context")), secrets: [hex(seed("s0")), hex(seed("s1"))] }
);
