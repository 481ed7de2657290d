"""HALSCRIB's playing style for a game and its memory, as recorded when the game is opened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.bots.brain import Memory
from game.bots.habits import UNKNOWN, Habits, PairFrequency
from game.decisions.lot import ADAPTIVE, CHOSEN_ADAPTIVE, HALSCRIB, LEARNING, LOTS, draw_lot
from game.models import Game, HalscribGame, LearntHabits, Player

HABIT_COLUMNS = ("led_pairs", "lead_chances", "paired_leads", "reply_chances")


@dataclass(frozen=True, slots=True)
class Lot:
    """The brain that plays a game, and its memory when the game begins."""

    brain: str
    habits: Habits = UNKNOWN

    @property
    def is_drawn(self) -> bool:
        """Return whether the brain was drawn at random, and not chosen by the player."""
        return self.brain in LOTS

    @property
    def memory(self) -> Memory:
        return (self.habits,)


def record_lot(game: Game, secret: bytes) -> None:
    """Save how HALSCRIB plays a new game. It learns nothing from sample players and bots."""
    if game.seat_b.brain in LEARNING and not (game.seat_a.is_sample or game.seat_a.is_api_bot):
        brain = draw_lot(secret, game.pk) if game.seat_b.brain == HALSCRIB else CHOSEN_ADAPTIVE
        remembered = load_habits(game.seat_a) if brain in (ADAPTIVE, CHOSEN_ADAPTIVE) else UNKNOWN
        HalscribGame.objects.create(game=game, brain=brain, **habits_as_columns(remembered))


def load_habits(player: Player) -> Habits:
    """Return HALSCRIB's memory of a player. It is empty for a guest."""
    learnt = LearntHabits.objects.filter(player=player).values_list(*HABIT_COLUMNS).first()
    return UNKNOWN if learnt is None else habits_from_columns(learnt)


def habits_from_columns(values: Sequence[int]) -> Habits:
    """Return habits from their columns, in the order of `HABIT_COLUMNS`."""
    led, lead_chances, paired, reply_chances = values
    return Habits(PairFrequency(led, lead_chances), PairFrequency(paired, reply_chances))


def habits_as_columns(habits: Habits) -> Mapping[str, Any]:
    return dict(zip(HABIT_COLUMNS, (*habits.leads, *habits.replies), strict=True))
