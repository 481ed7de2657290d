"""Reports the cards that a hand reveals once its generator's state is found."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from common.progress import StartProgress
from rng.lab import borland
from rng.lab.cards import PLACES, STARTER, cards_text, dealt_hand
from rng.lab.state_search import SearchResult, SeenCard, search_all_states, search_by_clock

SHUFFLERS = {"fisher-yates": borland.fisher_yates, "asf": borland.asf}
OTHER = {"pone": "dealer", "dealer": "pone"}
HAND = 6
AHEAD = 3
MAX_LISTED = 10


class BreakQuery(NamedTuple):
    """A player's cards and the assumed way of dealing. `dealt` is the true source, if known."""

    shuffle: str
    seat: str
    hand: tuple[int, ...]
    starter: int | None
    seeds: range
    dealt: int | None = None

    @property
    def seen(self) -> tuple[SeenCard, ...]:
        """The cards in their places."""
        own = tuple(map(SeenCard, PLACES[self.seat], self.hand))
        return own if self.starter is None else (*own, SeenCard(STARTER, self.starter))


def search(query: BreakQuery, start_progress: StartProgress) -> SearchResult:
    """Find all states that can have dealt the cards seen."""
    if query.shuffle == "asf":
        return search_by_clock(query.seen, query.seeds, start_progress)
    return search_all_states(query.seen, start_progress)


def decks_from(shuffle: str, state: int) -> list[Sequence[int]]:
    """Return the deck that a state deals, and the following ones if the generator continues."""
    decks = list[Sequence[int]]()
    for _ in range(1 if shuffle == "asf" else 1 + AHEAD):
        deck, state = SHUFFLERS[shuffle](state)
        decks.append(deck)
    return decks


def to_json(query: BreakQuery, found: SearchResult, took: float) -> dict[str, Any]:
    """Return query and result as JSON."""
    return {
        "shuffle": query.shuffle,
        "seat": query.seat,
        "cards": cards_text(query.hand).split(),
        "starter": None if query.starter is None else cards_text([query.starter]),
        "searched": found.searched,
        "left": [{"card": cards_text([one.card]), "states": one.states} for one in found.left],
        "found": found.match_count,
        "states": [state_to_json(query, state) for state in listed_states(found)],
        "dealt": query.dealt,
        "seconds": round(took, 3),
    }


def state_to_json(query: BreakQuery, state: int) -> dict[str, Any]:
    """Return the deals that follow from a state."""
    deck, *after = decks_from(query.shuffle, state)
    return {
        "state": state,
        "clock": time_of_day_text(state) if query.shuffle == "asf" else None,
        "opponent": cards_text(dealt_hand(OTHER[query.seat], deck)).split(),
        "starter": cards_text([deck[STARTER]]),
        "deck": cards_text(deck).split(),
        "next": [cards_text(one).split() for one in after] or None,
    }


def report_lines(query: BreakQuery, found: SearchResult, took: float) -> Iterator[str]:
    """Yield query and result as text."""
    yield f"{query.seat} was dealt  {cards_text(query.hand)}"
    if query.starter is not None:
        yield f"the starter is   {cards_text([query.starter])}"
    yield ""
    what = "milliseconds" if query.shuffle == "asf" else "states"
    yield f"{what + ' to search':<24}{found.searched:>15,}"
    for card_seen, states in found.left:
        yield f"  after the {cards_text([card_seen]):<12}{states:>15,}"
    yield f"{'that deal all of it':<24}{found.match_count:>15,}   in {took:.2f} s"
    for state in listed_states(found):
        yield from ("", *state_lines(query, state))
    if query.dealt is not None:
        yield ""
        yield f"It was dealt from {query.dealt}: {'found.' if query.dealt in found.states else 'NOT found.'}"


def state_lines(query: BreakQuery, state: int) -> Iterator[str]:
    """Yield the text about a state's deal and the next one."""
    deck, *after = decks_from(query.shuffle, state)
    clock = f", when the room's clock showed {time_of_day_text(state)}" if query.shuffle == "asf" else ""
    other = OTHER[query.seat]
    yield f"state {state}{clock}"
    held, starter = cards_text(dealt_hand(other, deck)), cards_text([deck[STARTER]])
    yield f"  {other} holds {held}, the starter is {starter}"
    for name, cards_of_it in [("deck", deck), *((f"next {n}", one) for n, one in enumerate(after, 1))]:
        yield f"  {name:<8}{cards_text(cards_of_it[:26])}"
        yield f"  {'':<8}{cards_text(cards_of_it[26:])}"


def listed_states(found: SearchResult) -> tuple[int, ...]:
    """Return the states to report in full: all of them, if they are few."""
    return found.states if found.match_count <= MAX_LISTED else ()


def describe_failure(query: BreakQuery, found: SearchResult) -> str:
    """Explain why no deal is reported."""
    if not found.match_count:
        return "Nothing deals these cards in this order, by this shuffle, to this seat, at this time."
    held = len(query.hand)
    more = "the starter" if held == HAND else f"{HAND} cards and the starter" if held > 1 else "more cards"
    many = "One card leaves" if held == 1 else f"These {held} cards leave"
    return f"{many} {found.match_count:,} states, too many to name one: {more} would."


def time_of_day_text(milliseconds: int) -> str:
    """Format a time of day, as the poker site's clock showed it."""
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}.{rest:03}"
