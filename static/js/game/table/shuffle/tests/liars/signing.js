// Keys and notes of Node's own making: another program than ours says what a signature is.

import { createPrivateKey, createPublicKey, sign } from "node:crypto";

import { hex, unhex, utf8 } from "../../../../../rng/bytes.js";
import { sha256 } from "../../../../../rng/sha2.js";

// What stands before an Ed25519 key of 32 bytes where it is written as Node reads it (PKCS #8).
const PRIVATE_KEY = unhex("302e020100300506032b657004220420");

/** A key of its own for every name. */
export function signerFor(name) {
  const written = Buffer.from([...PRIVATE_KEY, ...sha256(utf8(`signer ${name}`))]);
  const secret = createPrivateKey({ key: written, format: "der", type: "pkcs8" });
  const { x } = createPublicKey(secret).export({ format: "jwk" });
  const key = Uint8Array.from([1, ...Buffer.from(x, "base64url")]);
  const hash = sha256(Uint8Array.from([...utf8("cards.example\n"), ...key])).subarray(0, 4);
  return { secret, hash, verifierKey: `cards.example+${hex(hash)}+${btoa(String.fromCharCode(...key))}` };
}

/** A text with the signature below it. */
export function signedNote(text, { hash, secret }) {
  const signature = Uint8Array.from([...hash, ...sign(null, utf8(text), secret)]);
  return `${text}\n— cards.example ${btoa(String.fromCharCode(...signature))}\n`;
}
