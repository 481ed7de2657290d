"""HALSCRIB's lot: how it plays a game, drawn when the game is opened, and what it remembers by then.

The lot comes from the game's secret of the bot, to which the server has committed and which is shown after
the game: so anyone can draw it again, and nobody before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.bots.brain import Memory
from game.bots.habits import UNKNOWN, Habits, PairFrequency
from game.models import Game, HalscribGame, LearntHabits, Player
from rng.twister import stream

HALSCRIB = "halscrib"
PURE, MIXED, ADAPTIVE = "halscrib-pure", HALSCRIB, "halscrib-adaptive"
LOTS = (PURE, MIXED, ADAPTIVE)

HABIT_COLUMNS = ("led_pairs", "lead_chances", "paired_leads", "reply_chances")


@dataclass(frozen=True, slots=True)
class Lot:
    """The brain that plays a game, and what it remembers as the game begins."""

    brain: str
    habits: Habits = UNKNOWN

    @property
    def memory(self) -> Memory:
        return (self.habits,)


def draw_lot(secret: bytes, game_id: str) -> str:
    """The brain that plays a game, each as likely as the others."""
    return LOTS[int(stream(secret, game_id, "lot").random() * len(LOTS))]


def record_lot(game: Game, secret: bytes) -> None:
    """Write down how HALSCRIB will play a new game; sample players and bots are no people to learn of."""
    if game.seat_b.brain == HALSCRIB and not (game.seat_a.is_sample or game.seat_a.is_api_bot):
        brain = draw_lot(secret, game.pk)
        remembered = load_habits(game.seat_a) if brain == ADAPTIVE else UNKNOWN
        HalscribGame.objects.create(game=game, brain=brain, **habits_as_columns(remembered))


def load_habits(player: Player) -> Habits:
    """What HALSCRIB remembers of a player; of a guest it is nothing."""
    learnt = LearntHabits.objects.filter(player=player).values_list(*HABIT_COLUMNS).first()
    return UNKNOWN if learnt is None else habits_from_columns(learnt)


def habits_from_columns(values: Sequence[int]) -> Habits:
    """Habits from their columns, in the order of `HABIT_COLUMNS`."""
    led, lead_chances, paired, reply_chances = values
    return Habits(PairFrequency(led, lead_chances), PairFrequency(paired, reply_chances))


def habits_as_columns(habits: Habits) -> Mapping[str, Any]:
    return dict(zip(HABIT_COLUMNS, (*habits.leads, *habits.replies), strict=True))
