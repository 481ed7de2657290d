// A browser accepts the keys that the log names at first, and then the keys that an earlier one announces.

import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { test } from "node:test";
import { areKnown } from "../../../game/fairness/site-keys.js";
import { canonicalJson } from "../../../rng/json.js";
import { concat, hex, unhex, utf8 } from "../../../rng/bytes.js";
import { sha256 } from "../../../rng/sha2.js";
import { joinKeys } from "../published-keys.js";

const PRIVATE_KEY = "302e020100300506032b657004220420";
const NONE = { receipts: [], log: [] };

function signerFor(name) {
  const written = Buffer.from([...unhex(PRIVATE_KEY), ...sha256(utf8(name))]);
  const secret = createPrivateKey({ key: written, format: "der", type: "pkcs8" });
  const key = Uint8Array.from([1, ...Buffer.from(createPublicKey(secret).export({ format: "jwk" }).x, "base64url")]);
  const hash = sha256(Uint8Array.from([...utf8("cards.example\n"), ...key])).subarray(0, 4);
  return { secret, hash, key: `cards.example+${hex(hash)}+${Buffer.from(key).toString("base64")}` };
}

const [SIGNER, NEXT, LOG, OTHER_LOG] = ["signer", "next", "log", "other log"].map(signerFor);

/** A log of two leaves, signed by a key. */
function published(leaves, by = LOG) {
  const bodies = leaves.map((leaf) => canonicalJson({ kind: "key", at: 7, ...leaf }));
  const hashes = bodies.map((body) => sha256(concat(Uint8Array.of(0), utf8(body))));
  const text = `cards.example\n2\n${Buffer.from(sha256(concat(Uint8Array.of(1), ...hashes))).toString("base64")}\n`;
  const signature = Buffer.from([...by.hash, ...sign(null, utf8(text), by.secret)]).toString("base64");
  const keys = leaves.map((leaf, index) => ({ ...leaf, kind: "key", at: 7, index, proof: [hex(hashes[1 - index])] }));
  return { checkpoint: `${text}\n— cards.example ${signature}\n`, keys };
}

const FIRST = [{ signs: "receipts", key: SIGNER.key }, { signs: "log", key: LOG.key }];
const KNOWN = { receipts: [SIGNER.key], log: [LOG.key] };
const announced = ({ by = SIGNER, key = NEXT.key, before = SIGNER.key } = {}) => {
  const text = `cribfair key\nsigns receipts\nkey ${key}\nbefore ${before}\n`;
  return { signs: "receipts", key, before, announced: hex(sign(null, utf8(text), by.secret)) };
};

test("at first a browser takes the keys that the log names, and knows a game by them", () => {
  const known = joinKeys(NONE, published(FIRST));
  assert.deepEqual(known, KNOWN);
  const params = (signer, log) => JSON.stringify({ signer: signer.key, ...(log ? { log: log.key } : {}) });
  assert.equal(areKnown(params(SIGNER, LOG), known), true);
  assert.equal(areKnown(params(SIGNER, null), known), true);
  assert.equal(areKnown(params(NEXT, LOG), known), false);
  assert.equal(areKnown(params(SIGNER, OTHER_LOG), known), false);
});

test("a new key is taken once the one before has announced it", () => {
  assert.deepEqual(joinKeys(KNOWN, published([FIRST[0], announced()])), { ...KNOWN, receipts: [SIGNER.key, NEXT.key] });
});

for (const [what, leaf] of [
  ["nobody announces it", { signs: "receipts", key: NEXT.key }],
  ["the key before is lost", { signs: "receipts", key: NEXT.key, before: SIGNER.key, announced: null }],
  ["it announces itself", announced({ by: NEXT, before: NEXT.key })],
  ["it signs in the place of the key before", announced({ by: NEXT })],
  ["the announcement is of another key", { ...announced({ key: OTHER_LOG.key }), key: NEXT.key }],
  ["it signs something else", { signs: "cheques", key: NEXT.key }],
]) {
  test(`a new key is not taken where ${what}`, () => {
    assert.deepEqual(joinKeys(KNOWN, published([FIRST[0], leaf])), KNOWN);
  });
}

test("a log that another key has signed says nothing to a browser that knows the site's", () => {
  assert.deepEqual(joinKeys(KNOWN, published([FIRST[0], announced()], OTHER_LOG)), KNOWN);
  assert.deepEqual(joinKeys(NONE, published(FIRST, OTHER_LOG)), NONE);
});

test("a key that the log is not shown to hold is none", () => {
  const { checkpoint, keys } = published(FIRST);
  const forged = [{ ...keys[0], key: NEXT.key }, keys[1]];
  assert.deepEqual(joinKeys(NONE, { checkpoint, keys: forged }), { receipts: [], log: [LOG.key] });
});
