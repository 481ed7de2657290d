"""Evenings for tests: entrants, an event task stepped by hand, and games with given results."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction

from common import clock
from game.engine.state import Ended, Seat
from game.engine.tally import Sheet
from game.models import Game, Player
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage import entering
from tournaments.events.manage.creating import build_event, save_new
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.tables import Opened, Superseded
from tournaments.events.run.flow import find_due_events, next_step, open_drawn
from tournaments.formats.draws import pair_drawn

A, B = Seat.A, Seat.B


def announce(
    kind: str = "night", minutes_ahead: float = 0, by: Player | None = None, **settings: Any
) -> Event:
    """An event that starts in so many minutes."""
    starts_at = clock.now() + timedelta(minutes=minutes_ahead)
    event = build_event(EventSettings(kind, "Friday night", starts_at, **settings), by=by)
    save_new(event)
    return event


def players(count: int, prefix: str = "P") -> list[Player]:
    """So many players with accounts."""
    return [Player.objects.create(username=f"{prefix}{n}") for n in range(count)]


def enter_all(event: Event, entrants: Sequence[Player]) -> list[Entry]:
    for player in entrants:
        entering.join(event_id=event.pk, player=player)
    return [entry_of(event, player) for player in entrants]


def entry_of(event: Event, player: Player) -> Entry:
    return Entry.objects.get(event=event, player=player)


def step(event: Event) -> list[Opened]:
    """Do what is due for an event, as the flow does; the tables that were opened."""
    task = next_step(event.pk)
    event.refresh_from_db()
    if task is None:
        return []
    try:
        return open_drawn(task, pair_drawn(task.draw, task.root))
    except Superseded:
        return []
    finally:
        event.refresh_from_db()


def steps_until_nothing_is_due(event: Event) -> list[Opened]:
    opened: list[Opened] = []
    while event.pk in find_due_events():
        opened += step(event)
    return opened


def live(event: Event) -> list[Pairing]:
    return list(Pairing.objects.filter(event=event, ending="").select_related("game").order_by("pk"))


@transaction.atomic
def win(
    game: Game | str, winner: Seat = A, loser_has: int = 100, ended: Ended = Ended.PLAYED, deals: int = 9
) -> None:
    """End a game: the winner has 121, or what the game was given up at."""
    key = game if isinstance(game, str) else game.pk
    scores = (121, loser_has) if winner is A else (loser_has, 121)
    Game.objects.filter(pk=key).update(
        score_a=scores[0], score_b=scores[1], ply=100, deadline=None, commitment_a="c", commitment_b="c"
    )
    write_results({key: Result(winner, 1, ended.value, (Sheet(), Sheet()), deals)})


@transaction.atomic
def nobody_begins(game: Game, there: Sequence[Seat] = ()) -> None:
    """The time to begin is up: void, for these seats alone have committed."""
    for seat in there:
        Game.objects.filter(pk=game.pk).update(**{f"commitment_{'ab'[seat]}": "c"})
    Game.objects.filter(pk=game.pk).update(deadline=None)
    absent = there[0].other if len(there) == 1 else None
    write_results({game.pk: Result(None, 0, Ended.VOID.value, (Sheet(), Sheet()), 0, absent)})
