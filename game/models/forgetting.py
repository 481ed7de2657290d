"""Games that nobody touches any more, and what their players are told when such games end."""

from django.db import models

from game.models.games import Game
from game.models.players import Player


class IdleGame(models.Model):
    """A live game without a clock, at which ply it was last seen to stand, and since when.

    Beside the game, and written once a day at most: a column of its own would make every move dearer.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="idle")
    ply = models.PositiveIntegerField()
    since = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.game_id} stands at {self.ply} since {self.since}"


class ForgottenGames(models.Model):
    """How many games of a player ended lately because nobody touched them; they are told so for a while."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="forgotten_games"
    )
    games = models.PositiveIntegerField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.games} of {self.player}"
