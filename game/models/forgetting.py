"""Games without moves for a long time, and notices to their players when such games end."""

from django.db import models

from game.models.games import Game
from game.models.players import Player


class IdleGame(models.Model):
    """The ply at which a live game without a clock was last seen, and since when.

    A separate table, written at most once a day: a column of `Game` would make every move more expensive.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="idle")
    ply = models.PositiveIntegerField()
    since = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.game_id} stands at {self.ply} since {self.since}"


class ForgottenGames(models.Model):
    """How many games of a player ended lately because no player moved.

    The player sees a notice for a while.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="forgotten_games"
    )
    games = models.PositiveIntegerField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.games} of {self.player}"
