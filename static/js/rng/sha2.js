// SHA-256, SHA-512 and HMAC-SHA512 (FIPS 180-4, RFC 2104) in plain JavaScript. A page over plain http has no WebCrypto,
// and a player on the same Wi-Fi must still be able to check the deal.

import { concat } from "./bytes.js";

// FIPS 180-4 defines its constants as fractions of roots of primes, so we compute them instead of copying 80 numbers of
// 64 bits. SHA-256 uses the upper halves of the same numbers.
const PRIMES = firstPrimes(80);
const ROUNDS = PRIMES.map((p) => rootFraction(p, 3n));
const INITIAL = PRIMES.slice(0, 8).map((p) => rootFraction(p, 2n));
const ROUNDS_256 = highHalves(ROUNDS.slice(0, 64));
const INITIAL_256 = highHalves(INITIAL);
const ROUNDS_512 = bothHalves(ROUNDS);
const INITIAL_512 = bothHalves(INITIAL);

/** @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function sha256(message) {
  const data = padded(message, 64);
  const state = Int32Array.from(INITIAL_256);
  const w = new Int32Array(64);
  for (let at = 0; at < data.byteLength; at += 64) block256(state, w, data, at);
  return bigEndian(state);
}

/** @param {Uint8Array} message @returns {Uint8Array} 64 bytes */
export function sha512(message) {
  const data = padded(message, 128);
  const state = Int32Array.from(INITIAL_512);
  const w = new Int32Array(160);
  for (let at = 0; at < data.byteLength; at += 128) block512(state, w, data, at);
  return bigEndian(state);
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} 64 bytes */
export function hmacSha512(key, message) {
  const pad = new Uint8Array(128);
  pad.set(key.length > 128 ? sha512(key) : key);
  const inner = sha512(concat(pad.map((byte) => byte ^ 0x36), message));
  return sha512(concat(pad.map((byte) => byte ^ 0x5c), inner));
}

/** One block of SHA-256. */
function block256(state, w, data, at) {
  for (let t = 0; t < 16; t++) w[t] = data.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t++) {
    const s0 = right(w[t - 15], 7) ^ right(w[t - 15], 18) ^ (w[t - 15] >>> 3);
    const s1 = right(w[t - 2], 17) ^ right(w[t - 2], 19) ^ (w[t - 2] >>> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS_256[t] + w[t]) | 0;
    const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/** One block of SHA-512; every 64-bit word is two of 32, the upper one first. */
function block512(state, w, data, at) {
  for (let t = 0; t < 32; t++) w[t] = data.getInt32(at + 4 * t);
  for (let t = 32; t < 160; t += 2) {
    const [h0, l0, h1, l1] = [w[t - 30], w[t - 29], w[t - 4], w[t - 3]];
    const low =
      (w[t - 31] >>> 0) + (w[t - 13] >>> 0) +
      ((slid(l0, h0, 1) ^ slid(l0, h0, 8) ^ slid(l0, h0, 7)) >>> 0) +
      ((slid(l1, h1, 19) ^ slid(h1, l1, 29) ^ slid(l1, h1, 6)) >>> 0);
    w[t + 1] = low;
    w[t] =
      w[t - 32] + w[t - 14] + carry(low) +
      (slid(h0, l0, 1) ^ slid(h0, l0, 8) ^ (h0 >>> 7)) +
      (slid(h1, l1, 19) ^ slid(l1, h1, 29) ^ (h1 >>> 6));
  }
  const v = Int32Array.from(state);
  for (let t = 0; t < 160; t += 2) {
    const [ah, al, bh, bl, ch, cl, , , eh, el, fh, fl, gh, gl, hh, hl] = v;
    const low1 =
      (hl >>> 0) + (bigSigma1(el, eh) >>> 0) + (((el & fl) ^ (~el & gl)) >>> 0) +
      (ROUNDS_512[t + 1] >>> 0) + (w[t + 1] >>> 0);
    const high1 =
      (hh + bigSigma1(eh, el) + ((eh & fh) ^ (~eh & gh)) + ROUNDS_512[t] + w[t] + carry(low1)) | 0;
    const low2 = (bigSigma0(al, ah) >>> 0) + (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0);
    const high2 = (bigSigma0(ah, al) + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + carry(low2)) | 0;
    v.copyWithin(2, 0, 14);
    add64(v, 8, high1, low1);
    v[0] = v[1] = 0;
    add64(v, 0, high1, low1);
    add64(v, 0, high2, low2);
  }
  for (let i = 0; i < 16; i += 2) add64(state, i, v[i], v[i + 1]);
}

/** A rotation of 32 bits. */
function right(x, n) {
  return (x >>> n) | (x << (32 - n));
}

/** The upper half of a 64-bit rotation by n < 32; with the halves swapped the lower half, or one by n + 32. */
function slid(high, low, n) {
  return (high >>> n) | (low << (32 - n));
}

/** The upper half of FIPS 180-4's Sigma0; with the halves swapped the lower. */
function bigSigma0(high, low) {
  return slid(high, low, 28) ^ slid(low, high, 2) ^ slid(low, high, 7);
}

/** The upper half of FIPS 180-4's Sigma1; with the halves swapped the lower. */
function bigSigma1(high, low) {
  return slid(high, low, 14) ^ slid(high, low, 18) ^ slid(low, high, 9);
}

/** The carry of a sum of lower halves into the upper ones. */
function carry(low) {
  return Math.floor(low / 2 ** 32);
}

/** Adds to words[i], words[i + 1]; `low` may be a sum whose carry `high` already has. */
function add64(words, i, high, low) {
  const sum = (words[i + 1] >>> 0) + (low >>> 0);
  words[i + 1] = sum;
  words[i] += high + carry(sum);
}

/** The message, a one, zeros, and its length in bits, in whole blocks. */
function padded(message, block) {
  const lengthField = block / 8;
  const size = Math.ceil((message.length + 1 + lengthField) / block) * block;
  const data = new Uint8Array(size);
  data.set(message);
  data[message.length] = 0x80;
  const view = new DataView(data.buffer);
  view.setBigUint64(size - 8, BigInt(message.length) * 8n);
  return view;
}

/** @param {Int32Array} words @returns {Uint8Array} */
function bigEndian(words) {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, i) => view.setInt32(4 * i, word));
  return new Uint8Array(view.buffer);
}

/** @param {number} count @returns {bigint[]} */
function firstPrimes(count) {
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p)) primes.push(n);
  return primes.map(BigInt);
}

/** The first 64 bits of the fraction of p's k-th root. */
function rootFraction(p, k) {
  const target = p << (64n * k);
  let root = 1n << 72n;
  for (;;) {
    const next = ((k - 1n) * root + target / root ** (k - 1n)) / k;
    if (next >= root) return BigInt.asUintN(64, root);
    root = next;
  }
}

/** @param {bigint[]} words @returns {Int32Array} */
function highHalves(words) {
  return Int32Array.from(words, (word) => Number(word >> 32n));
}

/** @param {bigint[]} words @returns {Int32Array} */
function bothHalves(words) {
  return Int32Array.from(words.flatMap((word) => [Number(word >> 32n), Number(word & 0xffffffffn)]));
}
