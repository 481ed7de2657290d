"""Follows between players. Only the follower sees a row: no page, count or admin list shows it."""

from django.db import models

from game.models import Player


class Follow(models.Model):
    """One player follows another, who never learns of it."""

    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followed_by")
    at = models.DateTimeField()
    # The last notification to `by` that the other player came online.
    told_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "followed"], name="followed_once")]

    def __str__(self) -> str:
        return f"{self.by} follows {self.followed}"
