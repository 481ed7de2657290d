"""Games that were played over the board."""

from django.db import models
from django.db.models import Q

from game.models import Player, Ruling


class BoardGame(models.Model):
    """A game as its owner wrote it down. The names in it are text, not accounts."""

    # Its URL is the link to share, so the id is too long to guess.
    id = models.CharField(primary_key=True, max_length=16)
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()  # a .crib
    # From the text, for the list.
    name_a = models.CharField(max_length=100)
    name_b = models.CharField(max_length=100)
    date = models.CharField(max_length=10, blank=True)
    created_at = models.DateTimeField()
    is_shared = models.BooleanField(default=False)
    removed_at = models.DateTimeField(null=True)  # by a host: only its owner sees it, and can't share it
    # The review: when it was asked for, when a process last began it and how often, and when it was done.
    # Done without `review` means that it failed.
    asked_at = models.DateTimeField(null=True)
    taken_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    deals_done = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    review = models.JSONField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["owner", "-created_at"], name="board_games_of_owner"),
            models.Index(
                fields=["asked_at"], name="board_reviews_to_do", condition=Q(done_at=None) & ~Q(asked_at=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name_a} against {self.name_b}, by {self.owner}"

    @property
    def player(self) -> Player:
        """Return the player that a ruling on the game is about."""
        return self.owner


class BoardReport(models.Model):
    """A reader's report of a shared game to the host, with the text that they read."""

    game = models.ForeignKey(BoardGame, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    text = models.TextField()
    at = models.DateTimeField()
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "by"], name="board_game_reported_once_each", condition=Q(ruling=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.by} reports {self.game_id}"

    @property
    def player(self) -> Player:
        """Return the player that a ruling on the report is about."""
        return self.game.owner

    @property
    def quoted(self) -> str:
        """Return the text that a host answers."""
        return self.why
