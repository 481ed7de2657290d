// Ed25519 (RFC 8032) in plain JavaScript. Over plain http a browser has no WebCrypto, and a page that cannot check a
// signature would have to trust it. None of this is constant-time, because a key is only used for one game.

import { concat } from "./bytes.js";
import { sha512 } from "./sha2.js";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** A point in extended coordinates: x = X/Z, y = Y/Z, T = XY/Z. @typedef {[bigint, bigint, bigint, bigint]} Point */

/** @type {Point} */
const NOTHING = [0n, 1n, 1n, 0n];
const BASE = decodePoint(encodeNumber(mod(4n * inverse(5n))));

/** @param {Uint8Array} seed 32 secret bytes @returns {Uint8Array} */
export function publicKey(seed) {
  return encodePoint(times(secretScalar(sha512(seed)), BASE));
}

/** @param {Uint8Array} seed @param {Uint8Array} message @returns {Uint8Array} 64 bytes */
export function sign(seed, message) {
  const hashed = sha512(seed);
  const scalar = secretScalar(hashed);
  const nonce = decodeNumber(sha512(concat(hashed.subarray(32), message))) % L;
  const R = encodePoint(times(nonce, BASE));
  const k = challenge(R, encodePoint(times(scalar, BASE)), message);
  return concat(R, encodeNumber((nonce + k * scalar) % L));
}

/** @param {Uint8Array} key @param {Uint8Array} message @param {Uint8Array} signature @returns {boolean} */
export function verify(key, message, signature) {
  if (signature.length !== 64) return false;
  const [R, S] = [signature.subarray(0, 32), decodeNumber(signature.subarray(32))];
  const A = decodePoint(key);
  if (!A || S >= L || isOfSmallOrder(A)) return false;
  const [x, y, z, t] = A;
  const expected = add(times(S, BASE), times(challenge(R, key, message), [mod(-x), y, z, mod(-t)]));
  return encodePoint(expected).every((byte, n) => byte === R[n]);
}

/** A key of small order has signatures that fit any text, and needs no secret. @param {Point} point */
export function isOfSmallOrder(point) {
  const [x, , z] = double(double(double(point)));
  return mod(x) === 0n && mod(z) !== 0n;
}

/** @param {Uint8Array} bytes @returns {Point | null} null if it is no point, or not in the canonical encoding */
export function decodePoint(bytes) {
  if (bytes.length !== 32) return null;
  const number = decodeNumber(bytes);
  const [y, sign] = [number & ((1n << 255n) - 1n), number >> 255n];
  if (y >= P) return null;
  const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)];
  const square = mod(u * inverse(v));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x) !== square) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(x * x) !== square || (x === 0n && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

/** @param {Point} point @returns {Uint8Array} */
function encodePoint([x, y, z]) {
  const oneOverZ = inverse(z);
  return encodeNumber(mod(y * oneOverZ) | ((mod(x * oneOverZ) & 1n) << 255n));
}

/** @param {bigint} n @param {Point} point @returns {Point} */
function times(n, point) {
  let sum = NOTHING;
  for (const bit of n.toString(2)) {
    sum = double(sum);
    if (bit === "1") sum = add(sum, point);
  }
  return sum;
}

/** @param {Point} one @param {Point} other @returns {Point} */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * D * t1 * t2);
  const d = mod(2n * z1 * z2);
  return fromParts(b - a, d - c, d + c, b + a);
}

/** @param {Point} point @returns {Point} */
function double([x, y, z]) {
  const a = mod(x * x);
  const b = mod(y * y);
  const h = a + b;
  const e = h - mod((x + y) * (x + y));
  const g = a - b;
  return fromParts(e, mod(2n * z * z) + g, g, h);
}

/** @returns {Point} */
const fromParts = (e, f, g, h) => [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];

/** The secret number in the hash of a seed. */
function secretScalar(hashed) {
  return (decodeNumber(hashed.subarray(0, 32)) & ((1n << 254n) - 8n)) | (1n << 254n);
}

function challenge(R, key, message) {
  return decodeNumber(sha512(concat(R, key, message))) % L;
}

/** Little-endian. @param {Uint8Array} bytes @returns {bigint} */
function decodeNumber(bytes) {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** @param {bigint} number @returns {Uint8Array} 32 bytes */
function encodeNumber(number) {
  return Uint8Array.from({ length: 32 }, (_, n) => Number((number >> BigInt(8 * n)) & 255n));
}

function mod(n) {
  const rest = n % P;
  return rest < 0n ? rest + P : rest;
}

function inverse(n) {
  return power(n, P - 2n);
}

function power(base, exponent) {
  let [result, square] = [1n, mod(base)];
  for (let e = exponent; e; e >>= 1n) {
    if (e & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}
