import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign as nodeSign } from "node:crypto";
import { test } from "node:test";
import { hex, unhex, utf8 } from "../../../rng/bytes.js";
import { publicKey, sign, verify } from "../../../rng/ed25519.js";
import { openNote, parseVerifierKey } from "../note.js";

// RFC 8032, section 7.1: seed, key, message, signature.
const PUBLISHED = [
  ["9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"],
  ["4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"],
  ["c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"],
  ["833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42", "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"],
];

test("the examples of RFC 8032 are reproduced", () => {
  for (const [seed, key, message, signature] of PUBLISHED) {
    assert.equal(hex(publicKey(unhex(seed))), key);
    assert.equal(hex(sign(unhex(seed), unhex(message))), signature);
    assert.ok(verify(unhex(key), unhex(message), unhex(signature)));
  }
});

test("signatures of OpenSSL verify, and fail with one bit changed", () => {
  for (let n = 0; n < 6; n++) {
    const { privateKey, publicKey: key } = generateKeyPairSync("ed25519");
    const raw = new Uint8Array(key.export({ format: "der", type: "spki" }).subarray(-32));
    const message = createHash("sha256").update(String(n)).digest();
    const signature = new Uint8Array(nodeSign(null, message, privateKey));
    assert.ok(verify(raw, message, signature));
    for (const bit of [0, 9, 255, 256, 300, 511]) {
      const changed = signature.slice();
      changed[bit >> 3] ^= 1 << (bit & 7);
      assert.equal(verify(raw, message, changed), false, `bit ${bit}`);
    }
  }
});

test("a number above the order, and a wrong length, are refused", () => {
  const [, key, message, signature] = PUBLISHED[1].map(unhex);
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  let s = 0n;
  for (let n = 31; n >= 0; n--) s = (s << 8n) | BigInt(signature[32 + n]);
  const past = signature.slice();
  for (let n = 0; n < 32; n++) past[32 + n] = Number(((s + order) >> BigInt(8 * n)) & 255n);
  assert.equal(verify(key, message, past), false);
  assert.equal(verify(key, message, signature.subarray(1)), false);
  assert.equal(verify(key.subarray(1), message, signature), false);
});

test("a key of small order is refused in every encoding", () => {
  const ys = ["00".repeat(32), `01${"00".repeat(31)}`, `ec${"ff".repeat(30)}7f`, "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", `ed${"ff".repeat(30)}7f`, `ee${"ff".repeat(30)}7f`, `${"00".repeat(31)}80`];
  for (const key of ys.map(unhex)) {
    for (let n = 0; n < 20; n++) {
      assert.equal(verify(key, utf8(String(n)), new Uint8Array(64)), false);
      assert.equal(verify(key, utf8(String(n)), Uint8Array.from({ length: 64 }, (_, at) => (at ? 0 : 1))), false);
    }
  }
});

const KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const SIGNED = `${TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

test("a published note opens only with its published key", () => {
  const verifier = parseVerifierKey(KEY);
  assert.equal(openNote(SIGNED, verifier), TEXT);
  for (const note of [
    SIGNED.replace("think", "drink"), SIGNED.slice(0, -1), SIGNED.replaceAll("\n", "\r\n"), TEXT, "", `${SIGNED}\n`,
    SIGNED.replace("PeterNeumann x", "PeterNewman x"), SIGNED.replace("nAM=", "nAN="), SIGNED.replace("—", "-"),
  ]) {
    assert.throws(() => openNote(note, verifier), Error);
  }
});

test("an invalid verifier key is refused", () => {
  const changed = [KEY.slice(0, -4), KEY.replace("c74f20a3", "c74f20a4"), KEY.replace("Peter", "Pieter"), `${KEY}=`];
  for (const key of ["", null, 5, "x", ...changed]) {
    assert.equal(parseVerifierKey(key), null);
  }
});
