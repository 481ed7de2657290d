"""What HALSCRIB remembers of the accounts it has played, and how it plays each game by lot."""

from django.db import models
from django.db.models import Q

from game.models.games import Game
from game.models.players import Player


class PairHabits(models.Model):
    """How often somebody led from a pair and paired a lead, of the times when they could."""

    led_pairs = models.PositiveIntegerField(default=0, db_default=0)
    lead_chances = models.PositiveIntegerField(default=0, db_default=0)
    paired_leads = models.PositiveIntegerField(default=0, db_default=0)
    reply_chances = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        abstract = True


class LearntHabits(PairHabits):
    """What the finished games of an account have shown HALSCRIB, until its player has it forgotten."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="+")
    games = models.PositiveIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"{self.games} games of {self.player}"


class HalscribGame(PairHabits):
    """How HALSCRIB plays a game, by lot, and what it remembered of its opponent when the game was opened.

    Nobody is told before the game is over.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="halscrib")
    brain = models.CharField(max_length=32)
    # From the end of the game on: when that was, and whether HALSCRIB won; None where nobody did.
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
