"""Load the closed boards of an event over shared decks from its pairings. Open boards stay hidden."""

from collections import defaultdict
from collections.abc import Iterable

from game.shared_decks.models import Round
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.changes import show_change
from tournaments.events.record.load_encounters import Seated, encounter_of
from tournaments.events.record.locking import lock_entries
from tournaments.formats.boards import Boards, totals
from tournaments.formats.encounters import Encounter

COLUMNS = ["played", "points", "wins", "spread", "plus", "x"]


def load_closed(event: Event) -> set[int]:
    """Return the numbers of the closed rounds. No other board may be shown."""
    rounds = Round.objects.filter(deck_set=event.deck_set_id).exclude(closed_at=None)
    return set(rounds.values_list("number", flat=True))


def load_boards(event: Event) -> Boards:
    """Return the closed boards."""
    return boards_of(Pairing.objects.filter(event=event).order_by("pk"), load_closed(event))


def boards_of(pairings: Iterable[Pairing | Seated], closed: set[int]) -> Boards:
    """Return the closed boards of an event, from its pairings."""
    found: dict[int, list[Encounter]] = defaultdict(list)
    for pairing in pairings:
        if (number := number_of(pairing)) in closed and pairing.ending:
            found[number].append(encounter_of(pairing))
    return dict(sorted(found.items()))


def number_of(pairing: Pairing | Seated) -> int:
    """Return the round of a table, from 1."""
    assert pairing.stage is not None
    return pairing.stage + 1


def record_boards(event: Event, *, is_compared: bool) -> None:
    """Store the totals from all closed boards, with x if tables are compared.

    The flow then checks the event.
    """
    entries = lock_entries(event)
    every = totals([entry.pk for entry in entries], load_boards(event))
    for entry in entries:
        own = every[entry.pk]
        entry.played, entry.points, entry.wins = own.score.games, own.score.points, own.score.wins
        entry.spread, entry.plus = own.score.spread, own.score.plus
        entry.x = str(own.x) if is_compared else "0"
        entry.has_changed = True
    Entry.objects.bulk_update(entries, [*COLUMNS, "has_changed"])
    show_change(event.pk)
