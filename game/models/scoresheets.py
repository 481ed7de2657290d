"""Finished games from each player's view, and their reviews."""

from django.db import models
from django.db.models import Q

from game.models.games import Game
from game.models.players import Player


class Scoresheet(models.Model):
    """A finished game from the view of one of its players. The sums of these give a player's averages."""

    # The game and the player come first in an index below, and need none of their own.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sheets", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sheets", db_index=False)
    opponent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    rated = models.BooleanField()
    voided = models.BooleanField(default=False)

    won = models.BooleanField(null=True)  # None for a void game
    value = models.PositiveSmallIntegerField()
    ended = models.CharField(max_length=16)
    dealt_first = models.BooleanField()
    points = models.PositiveSmallIntegerField()
    points_against = models.PositiveSmallIntegerField()

    # Deals that reached the show, and the points pegged in them. Hands and cribs count only if they were
    # counted.
    deals_as_dealer = models.PositiveSmallIntegerField(default=0)
    deals_as_pone = models.PositiveSmallIntegerField(default=0)
    pegged_as_dealer = models.PositiveSmallIntegerField(default=0)
    pegged_as_pone = models.PositiveSmallIntegerField(default=0)
    # All points pegged in the play, including deals without a show. Null on sheets older than this column.
    pegged = models.PositiveSmallIntegerField(null=True)
    hands = models.PositiveSmallIntegerField(default=0)
    hand_points = models.PositiveSmallIntegerField(default=0)
    best_hand = models.PositiveSmallIntegerField(default=0)
    cribs = models.PositiveSmallIntegerField(default=0)
    crib_points = models.PositiveSmallIntegerField(default=0)

    # Discards and cards with a choice, and the total winning chance they gave away, once reviewed.
    decisions = models.PositiveSmallIntegerField(null=True)
    lost_by_play = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_sheet_a_seat")]
        indexes = [
            # Covers all columns of a player's record: the rows themselves are scattered over years.
            models.Index(
                fields=["player", "-at"],
                name="record_of_a_player",
                include=(
                    "id",
                    "opponent",
                    "voided",
                    "won",
                    "value",
                    "deals_as_dealer",
                    "deals_as_pone",
                    "pegged_as_dealer",
                    "pegged_as_pone",
                    "hands",
                    "hand_points",
                    "best_hand",
                    "cribs",
                    "crib_points",
                ),
            ),
            models.Index(fields=["-at"], name="sheets_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.points}, {self.opponent} {self.points_against}"


class DealtTotal(models.Model):
    """How often a player's six cards were better or worse than the opponent's, up to a scoresheet."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="+")
    better = models.PositiveIntegerField()
    worse = models.PositiveIntegerField()
    last_sheet = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.better} better, {self.worse} worse"


class Review(models.Model):
    """A finished game, reviewed deal by deal. Stored, so that it is computed once."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="review")
    asked_at = models.DateTimeField()
    waited_for = models.BooleanField(default=False)  # requested by a player: these come first
    deals = models.PositiveSmallIntegerField()
    deals_done = models.PositiveSmallIntegerField(default=0)
    # When a process last began the review, and how often. If a process dies, another can take over.
    taken_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    # The version of the judge: a later one may review again. Done without `judged` means that it was not
    # possible.
    judge = models.PositiveSmallIntegerField(default=0)
    judged = models.JSONField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["-waited_for", "asked_at"], name="reviews_to_do", condition=Q(done_at=None))
        ]

    def __str__(self) -> str:
        return f"review of {self.game_id}"
