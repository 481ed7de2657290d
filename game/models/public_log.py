"""The entries of the public log, in order of publication, and the entries that wait for publication."""

from django.db import models
from django.db.models import Q


class Leaf(models.Model):
    """An entry of the public log. Once it has a number, its place in the log never changes."""

    number = models.BigIntegerField(null=True, unique=True)
    kind = models.CharField(max_length=8)
    game = models.CharField(max_length=16, blank=True)
    body = models.TextField()

    class Meta:
        verbose_name_plural = "leaves"
        indexes = [
            models.Index(fields=["id"], name="leaves_that_wait", condition=Q(number=None)),
            models.Index(fields=["game"], name="leaves_by_game"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game}"
