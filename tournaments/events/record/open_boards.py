"""What an event over shared decks may show while other players still play the same cards."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from common.formats.json import Json
from game.shared_decks.models import Round
from rng.delay import SEGMENTS
from tournaments.events.models import Event, Pairing
from tournaments.events.record.lines import ms
from tournaments.events.record.load_boards import load_closed, number_of
from tournaments.events.record.load_encounters import Seated

# Shown instead of the ending of a table whose cards others still play.
HIDDEN = "hidden"

Table = TypeVar("Table", Pairing, Seated)


def hide_open_boards(event: Event, tables: Iterable[Table]) -> list[Table]:
    """Return the tables of an event over shared decks. Of open boards, show only which tables are done."""
    found, closed = list(tables), load_closed(event)
    return [_hide(one) if one.ending and number_of(one) not in closed else one for one in found]


def _hide(table: Table) -> Table:
    if isinstance(table, Seated):
        return table._replace(ending=HIDDEN, winner=None, score_first=0, score_second=0)
    table.ending, table.winner, table.score_first, table.score_second = HIDDEN, None, 0, 0
    return table


def step_json(event: Event, seated: Sequence[Seated]) -> Json | None:
    """Return the progress of an event over shared decks, or None for all other events."""
    decks = event.deck_set
    if decks is None:
        return None
    rounds = list(Round.objects.filter(deck_set=decks).order_by("number"))
    latest = rounds[-1] if rounds else None
    tables = [one for one in seated if latest is not None and number_of(one) == latest.number]
    absent = decks.entrants.filter(secret="").select_related("player") if decks.root or decks.mix else []
    return {
        "set": decks.pk,
        "stage": decks.stage,
        "shuffled": len(decks.delay_values) / SEGMENTS,
        "rounds": decks.rounds,
        "round": latest.number if latest else 0,
        "open": latest is not None and latest.closed_at is None,
        "until": latest and latest.closes_at and ms(latest.closes_at),
        "tables": len(tables),
        "done": sum(bool(one.ending) for one in tables),
        "closed": sum(one.closed_at is not None for one in rounds),
        "absent": sorted(one.player.username for one in absent),
    }
