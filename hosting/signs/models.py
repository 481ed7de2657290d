"""Signs, and the record of which events were searched."""

from django.db import models
from django.db.models import Q

from game.models import Player
from tournaments.events.models import Event


class Search(models.Model):
    """An event that was searched, once."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "searches"

    def __str__(self) -> str:
        return f"{self.event} looked through"


class Sign(models.Model):
    """A player whose decisions in an event differ from their own.

    It accuses nobody, and no sanction is automatic.
    """

    class Kind(models.TextChoices):
        ENGINE = "engine", "much better than usual"
        GIFT = "gift", "much worse than usual"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="signs")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="signs")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    at = models.DateTimeField()
    deviation = models.FloatField(help_text="Standard errors between the event and the player's own games.")
    correlation = models.FloatField(help_text="Rank correlation of think time with difficulty.")
    timed = models.PositiveSmallIntegerField(help_text="Decisions with a think time.")
    games = models.PositiveSmallIntegerField(help_text="Reviewed games of the event.")

    # The moderator who dismissed it, when, and why. Written once.
    looked_by = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    looked_at = models.DateTimeField(null=True)
    note = models.CharField(max_length=500, blank=True)

    class Meta:
        permissions = [("answer_sign", "Can put a sign aside, with a note")]
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="one_sign_an_event")]
        indexes = [models.Index(fields=["-at"], name="signs_to_look_at", condition=Q(looked_at=None))]

    def __str__(self) -> str:
        return f"{self.player} in {self.event}: {self.get_kind_display()}"
