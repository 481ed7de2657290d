import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";

import { hex, lp, unhex } from "../bytes.js";
import { freshSecret } from "../../game/fairness/secret.js";
import { hmacSha512, sha256, sha512 } from "../sha2.js";

const lengths = [...Array(301).keys(), 100_000];

for (const [name, ours] of Object.entries({ sha256, sha512 })) {
  test(`${name} agrees with node on every length`, () => {
    for (const message of lengths.map((n) => randomBytes(n))) {
      assert.equal(hex(ours(message)), createHash(name).update(message).digest("hex"));
    }
  });
}

test("HMAC-SHA512 agrees with node on every length of key and message", () => {
  for (const n of lengths) {
    const [key, message] = [randomBytes(n), randomBytes(300 - (n % 301))];
    assert.equal(hex(hmacSha512(key, message)), createHmac("sha512", key).update(message).digest("hex"));
  }
});

test("framed parts cannot be read as other parts", () => {
  assert.equal(hex(lp(Uint8Array.of(1), Uint8Array.of())), "000000010100000000");
  assert.notDeepEqual(lp(unhex("0102"), unhex("03")), lp(unhex("01"), unhex("0203")));
});

test("invalid hexadecimal is refused", () => {
  for (const digits of ["abc", "0G", "AB", null]) assert.throws(() => unhex(digits), /hexadecimal/);
});

test("a fresh secret is 32 bytes and never the same, with any typed text", () => {
  const secrets = ["", "", "luck", "luck", "réussite ♥"].map((typed) => freshSecret(typed));
  assert.ok(secrets.every((secret) => secret.length === 32));
  assert.equal(new Set(secrets.map(hex)).size, secrets.length);
});
