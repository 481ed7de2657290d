"""Bulk shuffles equal shuffles of one deck by hand, and match their one-line descriptions."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from rng import shuffle as product
from rng.deal import deck
from rng.fairness import statistics
from rng.lab import borland, shuffles
from rng.lab.generators import GENERATORS, WordStream
from rng.lab.shuffles import ASCENDING, DESCENDING, SHUFFLES, deck_batches, seed_bytes

SEED = bytes(range(64))
N = 50


def words(generator: str = "mt") -> WordStream:
    return GENERATORS[generator].open_stream(SEED)


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_every_deck_has_every_card_once(shuffle: str, generator: str) -> None:
    shuffled = SHUFFLES[shuffle].decks(words(generator), N)
    assert shuffled.dtype == np.uint8
    assert (np.sort(shuffled, axis=1) == np.arange(52)).all()
    assert len({row.tobytes() for row in shuffled}) == N


class Drawn:
    """The words drawn for one deck, in the interface that the site's shuffle uses."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = iter(numbers)

    def getrandbits(self, bits: int) -> int:
        return int(next(self.numbers))


def test_the_sound_shuffle_is_that_of_the_product() -> None:
    drawn = words().randbelow([place + 1 for place in DESCENDING], N)
    assert SHUFFLES["fair"].decks(words(), N).tolist() == [list(product.shuffle(Drawn(row))) for row in drawn]


@pytest.mark.parametrize(
    ("shuffle", "places", "limits"),
    [
        ("naive", ASCENDING, [52] * 52),
        ("asf", ASCENDING, [51] * 52),
        ("sattolo", DESCENDING, list(DESCENDING)),
    ],
)
def test_shuffles_by_swapping_swap(shuffle: str, places: Sequence[int], limits: Sequence[int]) -> None:
    by_hand = []
    for chosen in words().randbelow(limits, N):
        cards = list(range(52))
        for place, other in zip(places, chosen, strict=True):
            cards[place], cards[other] = cards[other], cards[place]
        by_hand.append(cards)
    assert SHUFFLES[shuffle].decks(words(), N).tolist() == by_hand


def test_decks_of_1999_are_those_the_lab_breaks() -> None:
    state = int.from_bytes(SEED[:4], "big")
    for row in SHUFFLES["asf"].decks(words("borland"), N).tolist():
        cards, state = borland.asf(state)
        assert tuple(row) == cards


def test_wrong_swap_shuffles_never_produce_their_impossible_orders() -> None:
    assert (statistics.cycles(SHUFFLES["sattolo"].decks(words(), 1000)) == 1).all()
    assert not (SHUFFLES["asf"].decks(words(), 1000)[:, 51] == 51).any()


def test_remainders_of_bytes_prefer_the_low_places() -> None:
    decks = SHUFFLES["modulo8"].decks(words(), 20_000)
    # Of 256 bytes, five stand for each of the first 48 places, and four for each of the last four.
    lowest = np.bincount(decks[:, 51], minlength=52) / len(decks) * 256
    assert lowest[:48].mean() == pytest.approx(5, abs=0.03)
    assert lowest[48:].mean() == pytest.approx(4, abs=0.3)


def test_cards_are_sorted_by_numbers_of_53_bits() -> None:
    halves = words().draw(N * 104).reshape(N, 52, 2).tolist()
    keys = [[(high >> 6) * 2**27 + (low >> 5) for high, low in row] for row in halves]
    by_hand = [sorted(range(52), key=row.__getitem__) for row in keys]
    assert SHUFFLES["keysort"].decks(words(), N).tolist() == by_hand


def test_a_riffle_lets_two_packets_fall_into_each_other_in_every_way_equally_often() -> None:
    decks = shuffles.riffle(words(), 20_000, 1)
    sequences = statistics.descents(statistics.inverses(decks)) + 1
    assert (sequences == 2).mean() > 0.999
    # The bottom packet's last card is the last card, unless all its cards fell before the end of the top
    # packet.
    assert (decks[:, 51] == 51).mean() == pytest.approx(0.5, abs=0.01)
    top = np.argmax(statistics.inverses(decks)[:, 1:] < statistics.inverses(decks)[:, :-1], axis=1) + 1
    assert top.mean() == pytest.approx(26, abs=0.1)
    assert top.var() == pytest.approx(13, rel=0.05)
    assert (statistics.descents(statistics.inverses(shuffles.riffle(words(), 1000, 4))) < 16).all()


def test_an_overhand_shuffle_turns_the_order_of_packets_round() -> None:
    source = words()
    cards = np.repeat(np.arange(52)[None], N, axis=0).tolist()
    for _ in range(shuffles.OVERHAND):
        cuts = source.draw(N * 51).reshape(N, 51) < shuffles.CUTS
        for row, cut in enumerate(cuts):
            edges = [0, *(np.flatnonzero(cut) + 1).tolist(), 52]
            packets = [cards[row][a:b] for a, b in pairwise(edges)]
            cards[row] = [card for packet in reversed(packets) for card in packet]
    assert SHUFFLES["overhand"].decks(words(), N).tolist() == cards


def test_our_decks_equal_those_of_games() -> None:
    keys = words().draw(N * 16).astype("<u4").tobytes()
    dealt = [deck(keys[at : at + 64]) for at in range(0, len(keys), 64)]
    assert [tuple(row) for row in SHUFFLES["ours"].decks(words(), N).tolist()] == dealt


def test_decks_come_in_batches_from_one_generator() -> None:
    many = list(deck_batches("asf", "borland", SEED, shuffles.BATCH + 3))
    assert [len(batch) for batch in many] == [shuffles.BATCH, 3]
    whole = SHUFFLES["asf"].decks(words("borland"), shuffles.BATCH + 3)
    assert (np.concatenate(many) == whole).all()


def test_every_number_is_a_seed_of_its_own_for_every_part() -> None:
    seeds = {seed_bytes(number, part) for number in (-1, 0, 1, 11) for part in (0, 1, 2)}
    assert len(seeds) == 12
    assert {len(seed) for seed in seeds} == {64}
