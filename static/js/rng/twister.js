// The Mersenne Twister MT19937, seeded and read like CPython's.

const N = 624;
const M = 397;

export class Twister {
  #state = new Uint32Array(N);
  #next = N;

  /** init_by_array. @param {ArrayLike<number>} key words of 32 bits */
  constructor(key) {
    const mt = this.#state;
    mt[0] = 19650218;
    for (let i = 1; i < N; i++) mt[i] = Math.imul(1812433253, scrambled(mt[i - 1])) + i;
    let i = 1;
    let j = 0;
    const onward = () => {
      i += 1;
      if (i === N) {
        mt[0] = mt[N - 1];
        i = 1;
      }
    };
    for (let k = Math.max(N, key.length); k; k--) {
      mt[i] = (mt[i] ^ Math.imul(scrambled(mt[i - 1]), 1664525)) + key[j] + j;
      onward();
      j = (j + 1) % key.length;
    }
    for (let k = N - 1; k; k--) {
      mt[i] = (mt[i] ^ Math.imul(scrambled(mt[i - 1]), 1566083941)) - i;
      onward();
    }
    mt[0] = 0x80000000;
  }

  /** genrand_uint32. @returns {number} 0 to 2^32 - 1 */
  next32() {
    if (this.#next === N) this.#renew();
    let y = this.#state[this.#next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** CPython's getrandbits. @param {number} k 1 to 32 @returns {number} */
  getrandbits(k) {
    return this.next32() >>> (32 - k);
  }

  #renew() {
    const mt = this.#state;
    for (let i = 0; i < N; i++) {
      const y = (mt[i] & 0x80000000) | (mt[(i + 1) % N] & 0x7fffffff);
      mt[i] = mt[(i + M) % N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.#next = 0;
  }
}

/** The twister of random.Random(int.from_bytes(0x01 || key)). @param {Uint8Array} key 64 bytes */
export function twister(key) {
  if (key.length !== 64) throw new Error(`A twister's seed must be 64 bytes long, not ${key.length}.`);
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  // Least significant word first, with the leading 1 as the last of 17.
  return new Twister([...Array.from({ length: 16 }, (_, i) => view.getUint32(60 - 4 * i)), 1]);
}

function scrambled(word) {
  return word ^ (word >>> 30);
}
