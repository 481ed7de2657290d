"""Choose cards for the unknown ones of a deal, so that the engine can play it. Pure.

A caller learns which cards these are, and shows them as unknown.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from game.engine.cards import JACK, TEXTS, Card
from game.engine.i18n import gettext_noop
from game.engine.scoring import score_hand
from game.engine.state import Seat
from programs.crib.faults import CribFault
from programs.crib.sheet.model import Discard, Entry, Lay, Points, SheetDeal, Shown

MOST_TRIES = 2_000  # choices of cards for the crib of one deal
NO_FIT = gettext_noop("No unknown cards of deal %(deal)s fit its counts.")


class Filled(NamedTuple):
    """The cards of a deal: six of each seat, the starter, each seat's discards, and which were unknown."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    starter: Card
    discards: tuple[tuple[Card, ...], tuple[Card, ...]]
    unknown: frozenset[Card]


def fill(deal: SheetDeal, dealer: Seat) -> Filled:
    """Return all cards of a deal. Raise CribFault if it names a card twice, or no cards fit its counts."""
    hands = (_written_hand(deal, Seat.A), _written_hand(deal, Seat.B))
    known = [card for card in (*hands[0], *hands[1], *deal.starter) if card is not None]
    _check_different(deal, known)
    pool = sorted({*range(52)} - {*known}, reverse=True)
    thrown_unknown = [_count_unknown_discards(deal, seat) for seat in Seat]
    kept: list[tuple[Card, ...]] = []
    # High cards, which don't fit after a go.
    for seat in Seat:
        missing = hands[seat].count(None) - thrown_unknown[seat]
        kept.append((*[card for card in hands[seat] if card is not None], *pool[:missing]))
        del pool[:missing]
    starter, crib = _choose(deal, dealer, kept, thrown_unknown, pool)
    both = (crib[: thrown_unknown[0]], crib[thrown_unknown[0] :])
    full = [_in_place(hands[seat], (*kept[seat], *both[seat])) for seat in Seat]
    chosen = {*full[0], *full[1], starter} - {*known}
    discards = [(*_known_discards(deal, seat), *both[seat]) for seat in Seat]
    return Filled((full[0], full[1]), starter, (discards[0], discards[1]), frozenset(chosen))


def _written_hand(deal: SheetDeal, seat: Seat) -> tuple[Shown, ...]:
    """Return a seat's six cards: those that its hand or its moves name, and None for the others."""
    hand: list[Shown] = [*deal.hands[seat]] or [None] * 6
    for card in _named(deal.entries, seat):
        if card not in hand and None in hand:
            hand[hand.index(None)] = card
    return tuple(hand)


def _named(entries: Iterable[Entry], seat: Seat) -> Iterable[Card]:
    """Yield the known cards that a seat discards or plays."""
    for entry in entries:
        match entry.word:
            case Discard(by, cards) if by is seat:
                yield from [card for card in cards if card is not None]
            case Lay(by, card) if by is seat and card is not None:
                yield card


def _check_different(deal: SheetDeal, known: Sequence[Card]) -> None:
    twice = next((card for place, card in enumerate(known) if card in known[:place]), None)
    if twice is not None:
        raise CribFault(
            gettext_noop("Deal %(deal)s has the %(card)s twice."),
            at=deal.at,
            deal=deal.number,
            card=TEXTS[twice],
        )


def _discard(deal: SheetDeal, seat: Seat) -> tuple[Shown, ...]:
    words = [entry.word for entry in deal.entries]
    return next((word.cards for word in words if isinstance(word, Discard) and word.seat is seat), ())


def _known_discards(deal: SheetDeal, seat: Seat) -> tuple[Card, ...]:
    """Return a seat's discards that are written, or follow from what it held and never played."""
    written = _discard(deal, seat)
    known = tuple([card for card in written if card is not None])
    named = {*_named(deal.entries, seat)}
    unplayed = [card for card in deal.hands[seat] if card is not None and card not in named]
    missing = written.count(None) - _count_unknown_discards(deal, seat)
    return (*known, *unplayed[:missing])


def _count_unknown_discards(deal: SheetDeal, seat: Seat) -> int:
    return min(_discard(deal, seat).count(None), _written_hand(deal, seat).count(None))


def _choose(
    deal: SheetDeal,
    dealer: Seat,
    kept: Sequence[tuple[Card, ...]],
    thrown_unknown: Sequence[int],
    pool: Sequence[Card],
) -> tuple[Card, tuple[Card, ...]]:
    """Return a starter and the unknown discards that fit the counts as far as these are written."""
    counts = [*_counts(deal.entries)]
    known_crib = (*_known_discards(deal, Seat.A), *_known_discards(deal, Seat.B))
    hands = [_without(kept[seat], _known_discards(deal, seat)) for seat in (dealer.other, dealer)]
    is_starter_known = any(card is not None for card in deal.starter)
    starters = deal.starter if is_starter_known else [card for card in reversed(pool) if card >> 2 != JACK]
    many = sum(thrown_unknown)
    for starter in starters:
        assert starter is not None
        if not is_starter_known and not all(
            len(hand) == 4 and score_hand(hand, starter).total == count
            for hand, count in zip(hands, counts, strict=False)
        ):
            continue
        left = [card for card in reversed(pool) if card != starter]
        for crib in islice(combinations(left, many), MOST_TRIES):
            four = (*known_crib, *crib)
            if len(counts) < 3 or (
                len(four) == 4 and score_hand(four, starter, crib=True).total == counts[2]
            ):
                return starter, crib
            if not many:
                return starter, ()  # a wrong count of known cards is found in the play
    raise CribFault(NO_FIT, at=deal.at, deal=deal.number)


def _counts(entries: Iterable[Entry]) -> Iterator[int]:
    """Yield what the hands and the crib count, as far as it is written."""
    for entry in entries:
        match entry.word:
            case Points(_, "=", points):
                yield points


def _without(hand: tuple[Card, ...], thrown: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple([card for card in hand if card not in thrown])


def _in_place(hand: tuple[Shown, ...], all_cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return six cards in the order in which the known ones are written."""
    rest = iter([card for card in all_cards if card not in hand])
    return tuple([next(rest) if card is None else card for card in hand])
