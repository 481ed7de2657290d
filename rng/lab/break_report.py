"""A hand as somebody holds it, and all that comes to light when the generator behind it is found."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from common.progress import Heard
from rng.lab import borland
from rng.lab.cards import PLACES, STARTER, dealt_to, written
from rng.lab.state_search import Search, Seen, sought_by_clock, sought_everywhere

DEALS = {"fisher-yates": borland.fisher_yates, "asf": borland.asf}
OTHER = {"pone": "dealer", "dealer": "pone"}
HAND = 6
AHEAD = 3
LISTED = 10


class Asked(NamedTuple):
    """What somebody holds, and how they think it was dealt; what it was `dealt` from, if that is known."""

    shuffle: str
    seat: str
    hand: tuple[int, ...]
    starter: int | None
    seeds: range
    dealt: int | None = None

    @property
    def seen(self) -> tuple[Seen, ...]:
        """The cards in their places."""
        own = tuple(map(Seen, PLACES[self.seat], self.hand))
        return own if self.starter is None else (*own, Seen(STARTER, self.starter))


def search(asked: Asked, heard: Heard) -> Search:
    """All states that may have dealt what was seen."""
    if asked.shuffle == "asf":
        return sought_by_clock(asked.seen, asked.seeds, heard)
    return sought_everywhere(asked.seen, heard)


def decks_from(shuffle: str, state: int) -> list[Sequence[int]]:
    """The deck that a state deals, and those after it where the generator goes on."""
    decks = list[Sequence[int]]()
    for _ in range(1 if shuffle == "asf" else 1 + AHEAD):
        deck, state = DEALS[shuffle](state)
        decks.append(deck)
    return decks


def as_json(asked: Asked, found: Search, took: float) -> dict[str, Any]:
    """What was asked and what was found, for a program."""
    return {
        "shuffle": asked.shuffle,
        "seat": asked.seat,
        "cards": written(asked.hand).split(),
        "starter": None if asked.starter is None else written([asked.starter]),
        "searched": found.searched,
        "left": [{"card": written([one.card]), "states": one.states} for one in found.left],
        "found": found.found,
        "states": [laid_out(asked, state) for state in listed(found)],
        "dealt": asked.dealt,
        "seconds": round(took, 3),
    }


def laid_out(asked: Asked, state: int) -> dict[str, Any]:
    """All that follows from a state."""
    deck, *after = decks_from(asked.shuffle, state)
    return {
        "state": state,
        "clock": clock_at(state) if asked.shuffle == "asf" else None,
        "opponent": written(dealt_to(OTHER[asked.seat], deck)).split(),
        "starter": written([deck[STARTER]]),
        "deck": written(deck).split(),
        "next": [written(one).split() for one in after] or None,
    }


def lines(asked: Asked, found: Search, took: float) -> Iterator[str]:
    """What was asked and what was found, for a reader."""
    yield f"{asked.seat} was dealt  {written(asked.hand)}"
    if asked.starter is not None:
        yield f"the starter is   {written([asked.starter])}"
    yield ""
    what = "milliseconds" if asked.shuffle == "asf" else "states"
    yield f"{what + ' to search':<24}{found.searched:>15,}"
    for card_seen, states in found.left:
        yield f"  after the {written([card_seen]):<12}{states:>15,}"
    yield f"{'that deal all of it':<24}{found.found:>15,}   in {took:.2f} s"
    for state in listed(found):
        yield from ("", *story(asked, state))
    if asked.dealt is not None:
        yield ""
        yield f"It was dealt from {asked.dealt}: {'found.' if asked.dealt in found.states else 'NOT found.'}"


def story(asked: Asked, state: int) -> Iterator[str]:
    """What a state says of the table, and of the next."""
    deck, *after = decks_from(asked.shuffle, state)
    clock = f", when the room's clock showed {clock_at(state)}" if asked.shuffle == "asf" else ""
    other = OTHER[asked.seat]
    yield f"state {state}{clock}"
    yield f"  {other} holds {written(dealt_to(other, deck))}, the starter is {written([deck[STARTER]])}"
    for name, cards_of_it in [("deck", deck), *((f"next {n}", one) for n, one in enumerate(after, 1))]:
        yield f"  {name:<8}{written(cards_of_it[:26])}"
        yield f"  {'':<8}{written(cards_of_it[26:])}"


def listed(found: Search) -> tuple[int, ...]:
    """The states that are laid out: all, if they are few."""
    return found.states if found.found <= LISTED else ()


def unbroken(asked: Asked, found: Search) -> str:
    """Why nothing is laid out."""
    if not found.found:
        return "Nothing deals these cards in this order, by this shuffle, to this seat, at this time."
    held = len(asked.hand)
    more = "the starter" if held == HAND else f"{HAND} cards and the starter" if held > 1 else "more cards"
    many = "One card leaves" if held == 1 else f"These {held} cards leave"
    return f"{many} {found.found:,} states, too many to name one: {more} would."


def clock_at(milliseconds: int) -> str:
    """The time of day, as the room's clock showed it."""
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}.{rest:03}"
