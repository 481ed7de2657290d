"""HALSCRIB's memory of the accounts it has played, and its playing style in each game."""

from django.db import models
from django.db.models import Q

from game.models.games import Game
from game.models.players import Player


class PairHabits(models.Model):
    """How often a player led from a pair and paired a lead, and how often they could have."""

    led_pairs = models.PositiveIntegerField(default=0, db_default=0)
    lead_chances = models.PositiveIntegerField(default=0, db_default=0)
    paired_leads = models.PositiveIntegerField(default=0, db_default=0)
    reply_chances = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        abstract = True


class LearntHabits(PairHabits):
    """The habits that HALSCRIB learned from an account's finished games. The player can have them deleted."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="+")
    games = models.PositiveIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"{self.games} games of {self.player}"


class HalscribGame(PairHabits):
    """HALSCRIB's playing style in a game, drawn at random, and its memory of the opponent at that time.

    Secret until the game is over.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="halscrib")
    brain = models.CharField(max_length=32)
    # Set at the end of the game: the time, and whether HALSCRIB won. `won` is None without a winner.
    ended_at = models.DateTimeField(null=True)
    won = models.BooleanField(null=True)
    is_learnt = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [
            models.Index(fields=["ended_at"], name="halscrib_by_end", condition=~Q(ended_at=None)),
            models.Index(
                fields=["ended_at"],
                name="halscrib_to_learn",
                condition=~Q(ended_at=None) & Q(is_learnt=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} as {self.brain}"
