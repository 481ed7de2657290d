"""What is kept: players, games, and the sealed secrets of games."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q

from game.engine.state import Seat


class Player(AbstractUser):
    """The site's user: a person with an account, a guest, or one of the house's bots."""

    is_guest = models.BooleanField(default=False)
    brain = models.CharField(max_length=32, blank=True, help_text="The bot's brain; empty for people.")

    @property
    def is_bot(self) -> bool:
        return bool(self.brain)


class GameQuerySet(models.QuerySet["Game"]):
    """Games as one asks for them."""

    def of(self, player: Player) -> "GameQuerySet":
        return self.filter(Q(seat_a=player) | Q(seat_b=player))

    def unfinished(self) -> "GameQuerySet":
        return self.filter(finished_at=None)


class Game(models.Model):
    """One game is one row, and its transcript is the lock: a move is written by comparing `ply`."""

    id = models.CharField(primary_key=True, max_length=16)
    seat_a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    seat_b = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    params = models.TextField()
    tip = models.CharField(max_length=64)
    commitment_a = models.CharField(max_length=64, blank=True)
    commitment_b = models.CharField(max_length=64, blank=True)
    secret_a = models.CharField(max_length=64, blank=True)
    secret_b = models.CharField(max_length=64, blank=True)

    transcript = models.TextField()
    ply = models.PositiveIntegerField(default=0)

    finished_at = models.DateTimeField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    value = models.PositiveSmallIntegerField(null=True)
    ended = models.CharField(max_length=16, blank=True)

    objects = GameQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.seat_a} v {self.seat_b}"

    def seat_of(self, player: Any) -> Seat | None:
        """Where a player sits, or None for anybody else."""
        if player.pk is None:
            return None
        return {self.seat_a_id: Seat.A, self.seat_b_id: Seat.B}.get(player.pk)


class Secrets(models.Model):
    """What the server alone knows of a game, sealed; never shown, not to staff either."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="secrets")
    sealed = models.TextField()

    class Meta:
        verbose_name_plural = "secrets"

    def __str__(self) -> str:
        return f"sealed secrets of {self.game_id}"
