"""The choices for a new event."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.events.models import Event


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The choices for a new event; its games and its minutes follow from each other."""

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
    # Of a duel of two teams: how many of each play, their names, and the players invited to each by name.
    team_size: int = 0
    teams: tuple[str, ...] = ()
    invited: tuple[tuple[str, ...], ...] = ((), ())
