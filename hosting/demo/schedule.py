"""Plan which games sample players play in the last weeks. No player plays two at once. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice

from game.engine.moves import Flag, Leave, Resign
from game.lobby.pairing import GameSettings
from hosting.demo.samples import SamplePlayer
from ranking.rules.points import BOTS
from rng.twister import Twister

DAYS = 42
# Relative activity in each hour of the day, from midnight on.
HOUR_WEIGHTS = (2, 1, 1, 1, 1, 1, 2, 4, 5, 5, 5, 6, 8, 7, 6, 6, 7, 9, 11, 14, 16, 15, 10, 5)
GAMES_EACH = 6  # rated games that every player has of either kind: one more than a listing requires
RESIGNS = 0.02
A_DAY = timedelta(days=1)
BREAK = timedelta(minutes=2)

# Percentages of the other games.
MIX_WEIGHTS = {"house": 40, "people": 35, "casual": 25}
RATED_WITH_BOTS = GameSettings(clock="relaxed", rated=True)
RATED = (GameSettings(clock="standard", rated=True), GameSettings(clock="quick", rated=True))
MUGGINS = GameSettings(counting="muggins", clock="standard", rated=True)
CASUAL = (
    GameSettings(),
    GameSettings(target=61),
    GameSettings(counting="manual"),
    GameSettings(counting="muggins"),
)


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """One player, by index, ends the game early."""

    seat: int
    how: type[Resign] | type[Flag] | type[Leave]
    after: int  # moves before the end


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A planned game of a sample player, against another or against a bot, given by its key."""

    players: tuple[int, int | str]
    settings: GameSettings
    begins: datetime
    ends: datetime
    early_end: EarlyEnd | None = None

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(player for player in self.players if isinstance(player, int))


def plan_games(
    samples: Sequence[SamplePlayer], bots: Sequence[str], games: int, now: datetime, chance: Twister
) -> list[PlannedGame]:
    """Plan this many games, sorted by their end. The last one ends before now."""
    drawn = [
        _plan_game(players, settings, samples, now, chance)
        for players, settings in islice(_pairings(samples, bots, chance), games)
    ]
    return sorted(_without_overlaps(drawn), key=lambda fixture: fixture.ends)


def _pairings(
    samples: Sequence[SamplePlayer], bots: Sequence[str], chance: Twister
) -> Iterator[tuple[tuple[int, int | str], GameSettings]]:
    """Yield who plays whom and how. First come the games needed for a listing, then games by activity."""
    everybody, rated = list(range(len(samples))), [bot for bot in bots if bot in BOTS]
    for _ in range(GAMES_EACH):
        yield from [((one, _bot_for(samples[one], rated, chance)), RATED_WITH_BOTS) for one in everybody]
        chance.shuffle(everybody)
        yield from zip(
            zip(everybody[::2], everybody[1::2], strict=False), _rated_settings(chance), strict=False
        )
    keenness = [sample.keenness for sample in samples]
    while True:
        [sort] = chance.choices(list(MIX_WEIGHTS), list(MIX_WEIGHTS.values()))
        [one] = chance.choices(range(len(samples)), keenness)
        other = chance.choice([each for each in range(len(samples)) if each != one])
        match sort:
            case "house":
                yield (one, _bot_for(samples[one], rated, chance)), RATED_WITH_BOTS
            case "people":
                yield (one, other), next(_rated_settings(chance))
            case _:
                anybody: list[int | str] = [other, *bots]
                yield (one, chance.choice(anybody)), chance.choice(CASUAL)


def _rated_settings(chance: Twister) -> Iterator[GameSettings]:
    while True:
        yield MUGGINS if chance.random() < 0.1 else chance.choice(RATED)


def _bot_for(sample: SamplePlayer, bots: Sequence[str], chance: Twister) -> str:
    """Choose a bot for a player. Better players get stronger bots."""
    return bots[min(int(chance.triangular(0, 1, sample.skill) * len(bots)), len(bots) - 1)]


def _plan_game(
    players: tuple[int, int | str],
    settings: GameSettings,
    samples: Sequence[SamplePlayer],
    now: datetime,
    chance: Twister,
) -> PlannedGame:
    gives_up = _choose_early_end(players, settings, samples, chance)
    takes = timedelta(minutes=chance.uniform(11, 24))
    if gives_up and gives_up.how is Flag and settings.clock == "relaxed":
        takes += A_DAY
    ends = _random_time(now, chance)
    return PlannedGame(players, settings, ends - takes, ends, gives_up)


def _choose_early_end(
    players: tuple[int, int | str], settings: GameSettings, samples: Sequence[SamplePlayer], chance: Twister
) -> EarlyEnd | None:
    for seat, player in enumerate(players):
        if isinstance(player, str):
            continue
        after = chance.randrange(12, 70)
        if settings.rated and chance.random() < samples[player].leave_rate:
            return EarlyEnd(
                seat, Flag if settings.clock == "relaxed" else chance.choice((Flag, Leave)), after
            )
        if chance.random() < RESIGNS:
            return EarlyEnd(seat, Resign, after)
    return None


def _random_time(now: datetime, chance: Twister) -> datetime:
    """Return a random time within the last weeks, at an hour when people are awake."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    [hour] = chance.choices(range(24), HOUR_WEIGHTS)
    at = midnight + timedelta(hours=hour, minutes=chance.uniform(0, 60)) - A_DAY * chance.randrange(DAYS)
    return at if at < now - BREAK else at - A_DAY


def _without_overlaps(drawn: Sequence[PlannedGame]) -> Iterator[PlannedGame]:
    """Yield the games from last to first, moved so that no player plays two at once."""
    next_begins: dict[int, datetime] = {}
    for fixture in sorted(drawn, key=lambda fixture: fixture.ends, reverse=True):
        latest = min(
            [fixture.ends, *(next_begins[one] - BREAK for one in fixture.people if one in next_begins)]
        )
        early = fixture.ends - latest
        moved = replace(fixture, begins=fixture.begins - early, ends=latest)
        next_begins |= dict.fromkeys(moved.people, moved.begins)
        yield moved
