"""What players say at a table."""

from django.db import models

from game.models.games import Game
from game.models.players import Player


class Chat(models.Model):
    """A line said at a table: by a seat to the other, or (without a seat) among the watchers."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="said")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    phrase = models.CharField(max_length=16, blank=True)
    text = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player}: {self.text or self.phrase}"
