"""Vacations: the clock of a day-each game rests while it waits for a player on vacation."""

from django.db import models

from game.models.games import Game
from game.models.players import Player


class Vacation(models.Model):
    """Whole days on which games do not wait for a player. In milliseconds, as deadlines are."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    begins_at = models.BigIntegerField()
    ends_at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.player} is on vacation"


class VacationRest(models.Model):
    """By how much a game's deadline was moved for a vacation in the current turn."""

    vacation = models.ForeignKey(Vacation, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    # The last checked position of the game, and where the turn began: -1 until both seats have committed.
    ply = models.IntegerField()
    turn = models.IntegerField()
    moved = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["vacation", "game"], name="one_rest_each")]

    def __str__(self) -> str:
        return f"{self.game_id} rests"
