"""Remote engines: their owners, the hosts' decisions, and the questions to them."""

from django.db import models

from game.models import Player


class RemoteEngine(models.Model):
    """A program that a player has registered.

    Once a host allows it, it plays as a house bot with this name.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        ALLOWED = "allowed", "allowed"
        STOPPED = "stopped", "stopped"

    owner = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="engine")
    name = models.CharField(max_length=20, unique=True)
    # Folded like a player's name, so that no two engines look alike.
    likeness = models.CharField(max_length=150, unique=True)
    version = models.CharField(max_length=40)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    registered_at = models.DateTimeField()
    # In milliseconds: when its program last polled.
    polled_ms = models.BigIntegerField(default=0)

    class Meta:
        permissions = [("decide_on_engine", "Can allow and stop engines of players")]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class EngineDecision(models.Model):
    """A host's decision about an engine, with a reason. Never changed, only followed by another."""

    class Kind(models.TextChoices):
        ALLOW = "allow", "allowed"
        STOP = "stop", "stopped"

    engine = models.ForeignKey(RemoteEngine, on_delete=models.PROTECT, related_name="decisions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    # The name and version at that time.
    version = models.CharField(max_length=40)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by}: {self.reason}"


class Question(models.Model):
    """A move that is requested from an engine.

    Question and answer are encrypted: they contain hidden cards.
    """

    engine = models.ForeignKey(RemoteEngine, on_delete=models.CASCADE, related_name="questions")
    due_ms = models.BigIntegerField()
    # Empty once the question is over.
    message = models.TextField()
    is_handed_out = models.BooleanField(default=False)
    answer = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"question {self.pk} to {self.engine}"
