"""Fill a site for an evening: players with accounts and a history, and an event.

python -m bench.events.crowd '{"players": 32, "games": 5}' prints the result as JSON.
"""

import json
import os
import sys
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

import django

HISTORY = 10  # finished games of each, as an event requires


@dataclass(frozen=True, slots=True)
class Wanted:
    """The number of players, and of games in an event, if any. 0 minutes is the default of its kind."""

    players: int
    games: int = 0
    starts_in: float = 0.0
    kind: str = "night"
    clock: str = "quick"
    round_days: int = 0
    minutes: int = 0
    with_bot: bool = False
    team_size: int = 0


def main(wanted: Wanted) -> dict[str, Any]:
    """Create everything. Return the players' names and cookies, and the event."""
    from game.models import Player
    from rng import entropy

    crowd = entropy.name_suffix()
    names = [f"{crowd}-{number}" for number in range(wanted.players)]
    people = Player.objects.bulk_create([Player(username=name) for name in names])
    _give_history(people)
    made: dict[str, Any] = {"names": names, "cookies": [_cookies(player) for player in people], "event": None}
    if wanted.games:
        made["event"] = _announce(wanted, people)
    return made


def _cookies(player: Any) -> str:
    """Return the cookies of a logged-in browser."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(player, backend="game.accounts.password.ByNameOrEmail")
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={TOKEN}"


TOKEN = "x" * 32  # the CSRF token: here both halves are ours


def _give_history(people: list[Any]) -> None:
    """Write ten finished games for each player, in pairs."""
    from common import clock
    from game.engine.state import Rules, Seat
    from game.models import Game, Scoresheet
    from game.table.opening import build_game
    from rng import entropy

    at, games, sheets = clock.now(), [], []
    for one, other in zip(people[::2], people[1::2], strict=True):
        for _ in range(HISTORY):
            game, _secrets = build_game(entropy.game_id(), (one, other), Rules(), "quick", False)
            game.finished_at, game.deadline, game.winner, game.value = at, None, 0, 1
            game.ended = "played"
            games.append(game)
            for seat, (player, opponent) in zip(Seat, ((one, other), (other, one)), strict=True):
                sheets.append(
                    Scoresheet(
                        game=game, seat=seat, player=player, opponent=opponent, at=at, rated=False, value=1,
                        won=seat is Seat.A, ended="played", dealt_first=seat is Seat.A, points=121,
                        points_against=100,
                    )
                )  # fmt: skip
    Game.objects.bulk_create(games)
    Scoresheet.objects.bulk_create(sheets)


def _announce(wanted: Wanted, people: list[Any]) -> str:
    from common import clock
    from tournaments.events.kinds.settings import EventSettings
    from tournaments.events.kinds.team_members import make_teams
    from tournaments.events.manage.creating import build_event, save_new

    starts_at = clock.now() + timedelta(seconds=wanted.starts_in)
    settings = EventSettings(
        wanted.kind,
        "Bench",
        starts_at,
        games=wanted.games,
        clock=wanted.clock,
        round_days=wanted.round_days,
        bots_allowed=wanted.with_bot,
        team_size=wanted.team_size,
    )
    event = build_event(settings)
    if wanted.minutes:
        event.minutes, event.closes_at = wanted.minutes, starts_at + timedelta(minutes=wanted.minutes)
    save_new(event)
    if wanted.team_size:
        make_teams(event, ("Hares", "Owls"), (people[::2], people[1::2]))
    return str(event.pk)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.live.settings")
    django.setup()
    print(json.dumps(main(Wanted(**json.loads(sys.argv[1])))))
    sys.stdout.flush()


def arguments(wanted: Wanted) -> list[str]:
    """Return the command line of this module for it."""
    return ["-m", "bench.events.crowd", json.dumps(asdict(wanted))]
