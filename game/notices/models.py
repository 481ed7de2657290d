"""What players are told, and have read."""

from django.db import models

from game.models import Player


class Notice(models.Model):
    """Something that a player is told once: of this kind, about this."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16)
    # What it concerns: "event:ID", "game:ID:PLY", "player:ID".
    about = models.CharField(max_length=64)
    # What its sentence is made of: names, times in milliseconds; never a card and never a score.
    parts = models.JSONField(default=dict)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "kind", "about"], name="told_once")]
        indexes = [models.Index(fields=["at"], name="notices_by_time")]

    def __str__(self) -> str:
        return f"{self.player} is told: {self.kind} about {self.about}"
