"""A whole Mersenne Twister from cards that were seen: each bit it makes is a sum of bits of its state."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from common.progress import StartProgress
from rng.lab.linear import Rows, solve
from rng.twister import Twister, twister

WORDS, MIDDLE, WORD = 624, 397, 32
BITS = WORDS * WORD
UNKNOWN = BITS - (WORD - 1)
"""Of its first word the twister uses nothing but the uppermost bit."""
TWIST = 0x9908B0DF
CARDS, SEEN_CARDS = 52, 13


class KnownBits(NamedTuple):
    """The uppermost bits of one of the words a deck is drawn with, as far as a card gives them away."""

    word: int
    bits: tuple[int, ...]


class RecoveredTwister(NamedTuple):
    """A twister as it stood before its first word, and how well it fits what was seen."""

    state: tuple[int, ...]
    equations: int
    rank: int
    contradictions: int


def deal_deck(source: Twister) -> tuple[int, ...]:
    """A sound deck as many programs deal it: each place is swapped with one that a whole word points at."""
    cards = list(range(CARDS))
    for place in range(CARDS):
        drawn = place + ((CARDS - place) * source.getrandbits(WORD) >> WORD)
        cards[place], cards[drawn] = cards[drawn], cards[place]
    return tuple(cards)


def revealed_bits(cards: Sequence[int]) -> Iterator[KnownBits]:
    """What the first cards of a deck tell of the words they were drawn with."""
    lying = list(range(CARDS))
    for place, card in enumerate(cards):
        drawn = lying.index(card)
        lying[place], lying[drawn] = lying[drawn], lying[place]
        yield KnownBits(place, common_bits(drawn - place, CARDS - place))


def common_bits(number: int, limit: int) -> tuple[int, ...]:
    """The uppermost bits that all words have in common which stand for this number below the limit."""
    least, beyond = (-(-(n << WORD) // limit) for n in (number, number + 1))
    alike = WORD - (least ^ (beyond - 1)).bit_length()
    return tuple(least >> (WORD - 1 - at) & 1 for at in range(alike))


def recover(deals: Sequence[Sequence[int]], start_progress: StartProgress) -> RecoveredTwister:
    """The twister that dealt the first cards of all these decks, one after the other, if a single one did."""
    known = [list(revealed_bits(cards)) for cards in deals]
    rows = build_equations(known)
    number = len(rows)
    found = solve(rows, BITS, start_progress)
    words = np.packbits(found.bits.reshape(WORDS, WORD), axis=1, bitorder="little").view("<u4")
    return RecoveredTwister(tuple(words.ravel().tolist()), number, found.rank, found.contradictions)


def twister_from_state(state: Sequence[int]) -> Twister:
    """A twister that stands as this one did before its first word."""
    source = twister(bytes(64))
    source.setstate((3, (*state, WORDS), None))
    return source


def build_equations(known: Sequence[Sequence[KnownBits]]) -> Rows:
    """A row for every bit that is known: which bits of the first state it is the sum of, and what it is."""
    rows = np.zeros((sum(len(one.bits) for deal in known for one in deal), BITS // 64 + 1), np.uint64)
    wanted = (
        (deal * CARDS + one.word, WORD - 1 - at, bit)
        for deal, ones in enumerate(known)
        for one in ones
        for at, bit in enumerate(one.bits)
    )
    state, twists = first_state(), 0
    for row, (word, bit, value) in zip(rows, wanted, strict=True):
        while twists <= word // WORDS:
            twist(state)
            twists += 1
        np.bitwise_xor.reduce(state[word % WORDS, TEMPERED[bit]], axis=0, out=row[:-1])
        row[-1] = value
    return rows


def first_state() -> Rows:
    """The state's bits by word and bit, each as the sum of first ones that it is: to begin with, itself."""
    state = np.zeros((BITS, BITS // 64), np.uint64)
    number = np.arange(BITS)
    state[number, number // 64] = np.uint64(1) << (number % 64).astype(np.uint64)
    return state.reshape(WORDS, WORD, -1)


def twist(state: Rows) -> None:
    """All words onward by 624, as the twister does it, but with sums in the place of bits."""
    for begin, end in ((0, 227), (227, 454), (454, 623), (623, 624)):
        words = np.arange(begin, end)
        after, middle = state[(words + 1) % WORDS], state[(words + MIDDLE) % WORDS]
        middle[:, :30] ^= after[:, 1:31]
        middle[:, 30] ^= state[words, 31]
        middle[:, TWISTED] ^= after[:, :1]
        state[begin:end] = middle


def temper(word: int) -> int:
    """A word of the state as the twister gives it out."""
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return word ^ word >> 18


TWISTED = [bit for bit in range(WORD) if TWIST >> bit & 1]
TEMPERED = [[of for of in range(WORD) if temper(1 << of) >> bit & 1] for bit in range(WORD)]
