"""Offers to play."""

from django.db import models
from django.db.models import Q

from game.models.games import Game
from game.models.players import Player


class Seek(models.Model):
    """An offer to play any player, one player or the holder of a link. Its id becomes the game's."""

    id = models.CharField(primary_key=True, max_length=16)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seeks")
    to = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="challenges")
    code = models.CharField(max_length=32, null=True, unique=True)
    rematch_of = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="rematches")

    target = models.PositiveSmallIntegerField()
    counting = models.CharField(max_length=8)
    clock = models.CharField(max_length=8)
    rated = models.BooleanField(default=False)
    best_of = models.PositiveSmallIntegerField(default=1, db_default=1)
    # By how many holes the first seat of the game starts ahead. That is the owner's seat, but in a rematch
    # the seats stay.
    ahead = models.SmallIntegerField(default=0, db_default=0)
    quick = models.BooleanField(default=False)
    # The owner's commitment to a part of the shuffle, made before any player follows the link.
    commitment = models.CharField(max_length=64, blank=True, default="", db_default="")

    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    # The result: this game, or declined for this reason.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    declined = models.CharField(max_length=8, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["expires_at"], name="open_seeks", condition=Q(game=None, declined="")),
            models.Index(fields=["created_at"], name="seeks_by_beginning"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["player", "rematch_of"], name="one_rematch_each"),
        ]

    @property
    def parties(self) -> list[int]:
        """The players concerned: the owner, and the challenged player if there is one."""
        return [self.player_id] if self.to_id is None else [self.player_id, self.to_id]

    def __str__(self) -> str:
        return f"{self.player} seeks {self.to or 'anyone'}"
