"""Engines that poll from elsewhere: whose they are, what a host decided, and what they are asked."""

from django.db import models

from game.models import Player


class RemoteEngine(models.Model):
    """A program that a player has registered; it plays as a house bot of this name once a host allows it."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        ALLOWED = "allowed", "allowed"
        STOPPED = "stopped", "stopped"

    owner = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="engine")
    name = models.CharField(max_length=20, unique=True)
    # As of a player's name, so that no two engines look alike either.
    likeness = models.CharField(max_length=150, unique=True)
    version = models.CharField(max_length=40)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    registered_at = models.DateTimeField()
    # In milliseconds, and not to the second: when its program was here last.
    polled_ms = models.BigIntegerField(default=0)

    class Meta:
        permissions = [("decide_on_engine", "Can allow and stop engines of players")]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class EngineDecision(models.Model):
    """What a host decided about an engine, and why: never changed, only followed by another."""

    class Kind(models.TextChoices):
        ALLOW = "allow", "allowed"
        STOP = "stop", "stopped"

    engine = models.ForeignKey(RemoteEngine, on_delete=models.PROTECT, related_name="decisions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    # What it called itself then.
    version = models.CharField(max_length=40)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by}: {self.reason}"


class Question(models.Model):
    """A move that an engine is asked for. What is asked and answered is sealed: it has hidden cards in it."""

    engine = models.ForeignKey(RemoteEngine, on_delete=models.CASCADE, related_name="questions")
    due_ms = models.BigIntegerField()
    # Empty once it is over.
    message = models.TextField()
    is_handed_out = models.BooleanField(default=False)
    answer = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"question {self.pk} to {self.engine}"
