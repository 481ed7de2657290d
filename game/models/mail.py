"""Mails sent about games."""

from django.db import models

from game.models.games import Game
from game.models.players import Player


class MoveMail(models.Model):
    """The latest turn of a player for which a mail was sent, by its first ply: one mail per turn."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="move_mails")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    sent = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="one_move_mail_a_turn")]

    def __str__(self) -> str:
        return f"{self.player} was notified of {self.game_id}'s turn {self.ply}"
