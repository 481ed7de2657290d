"""A Mersenne Twister in plain Python, written from Matsumoto and Nishimura's paper, without `random`."""

from collections.abc import Iterator, Sequence

N, M = 624, 397
WORD = 0xFFFFFFFF


def init_by_array(key: Sequence[int]) -> list[int]:
    """Return the state that init_by_array derives from the key."""
    mt = [19650218]
    for i in range(1, N):
        mt.append((1812433253 * (mt[-1] ^ mt[-1] >> 30) + i) & WORD)
    i = 1
    for k in range(max(N, len(key))):
        j = k % len(key)
        mt[i] = ((mt[i] ^ (mt[i - 1] ^ mt[i - 1] >> 30) * 1664525) + key[j] + j) & WORD
        i = _next_index(mt, i)
    for _ in range(N - 1):
        mt[i] = ((mt[i] ^ (mt[i - 1] ^ mt[i - 1] >> 30) * 1566083941) - i) & WORD
        i = _next_index(mt, i)
    mt[0] = 1 << 31
    return mt


def outputs(mt: list[int]) -> Iterator[int]:
    """Yield the tempered 32-bit words of a state, without end."""
    while True:
        for i in range(N):
            y = mt[i] & 0x80000000 | mt[(i + 1) % N] & 0x7FFFFFFF
            mt[i] = mt[(i + M) % N] ^ y >> 1 ^ (0x9908B0DF if y & 1 else 0)
        for y in mt:
            y ^= y >> 11
            y ^= y << 7 & 0x9D2C5680
            y ^= y << 15 & 0xEFC60000
            yield y ^ y >> 18


def plain_deck(key: bytes) -> tuple[int, ...]:
    """Return the deck of a key, implemented from the protocol's text alone."""
    seed = int.from_bytes(b"\x01" + key, "big")
    words = outputs(init_by_array([seed >> 32 * i & WORD for i in range(17)]))
    cards = list(range(52))
    for i in reversed(range(1, 52)):
        j = next(draw for word in words if (draw := word >> 32 - (i + 1).bit_length()) <= i)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def _next_index(mt: list[int], i: int) -> int:
    if i + 1 < N:
        return i + 1
    mt[0] = mt[N - 1]
    return 1
