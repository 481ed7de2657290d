"""Invitations to play the cards of a finished game."""

from django.db import models

from game.models import Game, Player
from game.shared_decks.models import Round


class Invitation(models.Model):
    """A link by which one friend may play the cards of a player's finished game, once."""

    code = models.CharField(primary_key=True, max_length=24)
    # The game whose board is compared. Its cards may come from an earlier one.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="invitations")
    made_at = models.DateTimeField()
    # The time by which it must be accepted.
    good_until = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    # The friend's game.
    answer = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="invited_by")

    def __str__(self) -> str:
        return f"{self.by} invites to the cards of {self.game_id}"


class Verdict(models.Model):
    """Whether the bot of a game still answers the same, by one version of the bots' code."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")
    code = models.CharField(max_length=16)  # the digest of the code
    is_same = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.game_id} by {self.code}: {self.is_same}"
