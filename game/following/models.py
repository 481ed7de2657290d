"""Who follows whom. Its owner alone ever sees a row: no page, no count and no list of the admin shows it."""

from django.db import models

from game.models import Player


class Follow(models.Model):
    """One player follows another, who never learns of it."""

    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followed_by")
    at = models.DateTimeField()
    # When `by` was last told that the other had come.
    told_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "followed"], name="followed_once")]

    def __str__(self) -> str:
        return f"{self.by} follows {self.followed}"
