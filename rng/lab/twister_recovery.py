"""Recovers a Mersenne Twister from dealt cards: each output bit is a sum of state bits."""

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
    """The top bits of a word that a card determines."""

    word: int
    bits: tuple[int, ...]


class RecoveredTwister(NamedTuple):
    """A twister in its state before the first word, and how well it matches the cards."""

    state: tuple[int, ...]
    equations: int
    rank: int
    contradictions: int


def deal_deck(source: Twister) -> tuple[int, ...]:
    """Deal a deck by a common sound shuffle: each place is swapped with one given by a whole word."""
    cards = list(range(CARDS))
    for place in range(CARDS):
        drawn = place + ((CARDS - place) * source.getrandbits(WORD) >> WORD)
        cards[place], cards[drawn] = cards[drawn], cards[place]
    return tuple(cards)


def revealed_bits(cards: Sequence[int]) -> Iterator[KnownBits]:
    """Yield what the first cards of a deck reveal about the words drawn."""
    lying = list(range(CARDS))
    for place, card in enumerate(cards):
        drawn = lying.index(card)
        lying[place], lying[drawn] = lying[drawn], lying[place]
        yield KnownBits(place, common_bits(drawn - place, CARDS - place))


def common_bits(number: int, limit: int) -> tuple[int, ...]:
    """Return the leading bits common to all words that stand for this number below the limit."""
    least, beyond = (-(-(n << WORD) // limit) for n in (number, number + 1))
    alike = WORD - (least ^ (beyond - 1)).bit_length()
    return tuple(least >> (WORD - 1 - at) & 1 for at in range(alike))


def recover(deals: Sequence[Sequence[int]], start_progress: StartProgress) -> RecoveredTwister:
    """Recover the twister that dealt the first cards of all these decks in sequence, if a single one did."""
    known = [list(revealed_bits(cards)) for cards in deals]
    rows = build_equations(known)
    number = len(rows)
    found = solve(rows, BITS, start_progress)
    words = np.packbits(found.bits.reshape(WORDS, WORD), axis=1, bitorder="little").view("<u4")
    return RecoveredTwister(tuple(words.ravel().tolist()), number, found.rank, found.contradictions)


def twister_from_state(state: Sequence[int]) -> Twister:
    """Return a twister in this state, before its first word."""
    source = twister(bytes(64))
    source.setstate((3, (*state, WORDS), None))
    return source


def build_equations(known: Sequence[Sequence[KnownBits]]) -> Rows:
    """Return a row for every known bit: the bits of the first state that sum to it, and its value."""
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
    """Return the state's bits by word and bit as sums of initial bits: at first, each is itself."""
    state = np.zeros((BITS, BITS // 64), np.uint64)
    number = np.arange(BITS)
    state[number, number // 64] = np.uint64(1) << (number % 64).astype(np.uint64)
    return state.reshape(WORDS, WORD, -1)


def twist(state: Rows) -> None:
    """Advance the symbolic state by 624 words, as the twister does."""
    for begin, end in ((0, 227), (227, 454), (454, 623), (623, 624)):
        words = np.arange(begin, end)
        after, middle = state[(words + 1) % WORDS], state[(words + MIDDLE) % WORDS]
        middle[:, :30] ^= after[:, 1:31]
        middle[:, 30] ^= state[words, 31]
        middle[:, TWISTED] ^= after[:, :1]
        state[begin:end] = middle


def temper(word: int) -> int:
    """Return a word of the state as the twister outputs it."""
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return word ^ word >> 18


TWISTED = [bit for bit in range(WORD) if TWIST >> bit & 1]
TEMPERED = [[of for of in range(WORD) if temper(1 << of) >> bit & 1] for bit in range(WORD)]
