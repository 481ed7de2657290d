"""The settings of a new event."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.events.models import Event


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The settings of a new event. Its games and its minutes determine each other."""

    kind: str
    title: str
    starts_at: datetime
    games: int = 9
    minutes: int = 60
    counting: str = "auto"
    clock: str = "quick"
    rated: bool = True
    bots_allowed: bool = False
    best_of: int = 3
    round_days: int = 0
    source: Event | None = None
    hints: bool = False
    most_points: int | None = None
    most_games: int | None = None
    # Of a duel of two teams: the players per team, the teams' names, and the players invited by name.
    team_size: int = 0
    teams: tuple[str, ...] = ()
    invited: tuple[tuple[str, ...], ...] = ((), ())
