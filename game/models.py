"""What is kept: players, games and their sealed secrets; who seeks whom, and what was said."""

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


class Block(models.Model):
    """One player wants neither to be paired with another nor to read them."""

    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.by} blocks {self.blocked}"


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
    clock = models.CharField(max_length=8, default="none")

    params = models.TextField()
    tip = models.CharField(max_length=64)
    commitment_a = models.CharField(max_length=64, blank=True)
    commitment_b = models.CharField(max_length=64, blank=True)
    secret_a = models.CharField(max_length=64, blank=True)
    secret_b = models.CharField(max_length=64, blank=True)

    transcript = models.TextField()
    ply = models.PositiveIntegerField(default=0)
    # In milliseconds; every move changes it, and an index on it would make a move twice as dear.
    deadline = models.BigIntegerField(null=True)
    score_a = models.PositiveSmallIntegerField(default=0)
    score_b = models.PositiveSmallIntegerField(default=0)

    finished_at = models.DateTimeField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    value = models.PositiveSmallIntegerField(null=True)
    ended = models.CharField(max_length=16, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=[field], name=f"live_games_{field}", condition=Q(finished_at=None))
            for field in ("created_at", "seat_a", "seat_b")
        ]

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


class Seek(models.Model):
    """Somebody waits for an opponent: any, a named one, or who has the link; its id is the game's to be."""

    id = models.CharField(primary_key=True, max_length=16)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seeks")
    to = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="challenges")
    code = models.CharField(max_length=32, null=True, unique=True)
    rematch_of = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="rematches")

    target = models.PositiveSmallIntegerField()
    counting = models.CharField(max_length=8)
    clock = models.CharField(max_length=8)
    rated = models.BooleanField(default=False)
    quick = models.BooleanField(default=False)

    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    # How it ended: in this game, or declined for this reason.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    declined = models.CharField(max_length=8, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["expires_at"], name="open_seeks", condition=Q(game=None, declined=""))
        ]
        constraints = [
            models.UniqueConstraint(fields=["player", "rematch_of"], name="one_rematch_each"),
        ]

    def __str__(self) -> str:
        return f"{self.player} seeks {self.to or 'anyone'}"


class Chat(models.Model):
    """A line said at a table: by a seat to the other, or (without a seat) among those who watch."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="said")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    phrase = models.CharField(max_length=16, blank=True)
    text = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player}: {self.text or self.phrase}"


class Report(models.Model):
    """A line of chat that somebody asks the host to look at."""

    said = models.ForeignKey(Chat, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["said", "by"], name="reported_once_each")]

    def __str__(self) -> str:
        return f"{self.by} reports {self.said_id}"


class Heartbeat(models.Model):
    """When any process was last alive, in milliseconds: one row, by which a gap in the service is known."""

    at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.at)
