"""Advice requested during a rated game."""

from django.db import models

from game.models.games import Game
from game.models.players import Player


class AdviceNote(models.Model):
    """A lab request from the IP address of a player who was in a live rated game: one note per game and kind.

    The address, the requester and the cards are not stored.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="advice_notes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="advice_notes")
    kind = models.CharField(max_length=8, default="lab", db_default="lab")
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "kind"], name="one_advice_note_a_game")]

    def __str__(self) -> str:
        return f"{self.kind} beside {self.game_id}"
