"""Helpers for duels of two teams: both teams entered, and boards with given results."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from common import clock
from game.engine.state import Seat
from game.models import Player
from tests.worlds.duplicates import close_round, commit_all, reveal_all
from tests.worlds.stepped_evenings import live, players, steps_until_nothing_is_due, win
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.kinds.team_members import make_teams
from tournaments.events.manage import entering
from tournaments.events.manage.creating import build_event, save_new
from tournaments.events.models import Event, Pairing, Team

Later = Callable[..., None]
NAMES = ("Hares", "Owls")


def announce_duel(size: int = 2, minutes_ahead: float = 1, by: Player | None = None) -> Event:
    """Return a duel of two teams that players join by a link."""
    starts_at = clock.now() + timedelta(minutes=minutes_ahead)
    settings = EventSettings("teams", "Hares – Owls", starts_at, team_size=size, teams=NAMES)
    event = build_event(settings, by=by)
    save_new(event)
    make_teams(event, NAMES, ((), ()))
    return event


def enter_teams(event: Event, teams: Sequence[Sequence[Player]]) -> None:
    for team, own in zip(Team.objects.filter(event=event).order_by("number"), teams, strict=True):
        for player in own:
            entering.join(event_id=event.pk, player=player, team=team.token)


def begin_duel(later: Later, size: int = 2, reserves: int = 0) -> tuple[Event, list[Player], list[Player]]:
    """Return a duel whose first board is open, and both teams."""
    event = announce_duel(size)
    hares, owls = players(size + reserves, "H"), players(size + reserves, "O")
    enter_teams(event, (hares, owls))
    commit_all(event, [*hares, *owls])
    later(minutes=1)
    steps_until_nothing_is_due(event)
    reveal_all(event, [*hares, *owls])
    later(seconds=2)
    steps_until_nothing_is_due(event)
    return event, hares, owls


def hares_seat(pairing: Pairing) -> Seat:
    """Return the seat of team one's player."""
    own = pairing.first if pairing.first.team.number == 0 else pairing.second
    seat = pairing.game.seat_of(own.player)
    assert seat is not None
    return seat


def end_board(event: Event, later: Later, *losers: int) -> list[Pairing]:
    """End every table.

    For each number, team one wins and the loser has that score. Further tables go to team two by 21.
    """
    tables = live(event)
    for pairing, loser_has in zip(tables, [*losers, *[None] * len(tables)], strict=False):
        seat = hares_seat(pairing)
        win(
            pairing.game,
            seat if loser_has is not None else seat.other,
            100 if loser_has is None else loser_has,
        )
    close_round(event, later)
    return tables
