"""Finished games as each player looks back on them, and their reviews."""

from django.db import models
from django.db.models import Q

from game.models.games import Game
from game.models.players import Player


class Scoresheet(models.Model):
    """A finished game as seen by one of its two players; the sums of these make a player's averages."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sheets")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sheets")
    opponent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    rated = models.BooleanField()
    voided = models.BooleanField(default=False)

    won = models.BooleanField(null=True)  # nobody wins a void game
    value = models.PositiveSmallIntegerField()
    ended = models.CharField(max_length=16)
    dealt_first = models.BooleanField()
    points = models.PositiveSmallIntegerField()
    points_against = models.PositiveSmallIntegerField()

    # Deals that came to the show, and what was pegged in them; hands and cribs as far as they were counted.
    deals_as_dealer = models.PositiveSmallIntegerField(default=0)
    deals_as_pone = models.PositiveSmallIntegerField(default=0)
    pegged_as_dealer = models.PositiveSmallIntegerField(default=0)
    pegged_as_pone = models.PositiveSmallIntegerField(default=0)
    # All that was pegged in the play, in deals without a show too; null on sheets older than this column.
    pegged = models.PositiveSmallIntegerField(null=True)
    hands = models.PositiveSmallIntegerField(default=0)
    hand_points = models.PositiveSmallIntegerField(default=0)
    best_hand = models.PositiveSmallIntegerField(default=0)
    cribs = models.PositiveSmallIntegerField(default=0)
    crib_points = models.PositiveSmallIntegerField(default=0)

    # Throws and cards where there was a choice, and the chance to win they gave away in all, once reviewed.
    decisions = models.PositiveSmallIntegerField(null=True)
    lost_by_play = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_sheet_a_seat")]
        indexes = [
            # Covers all that a record is added up from: the rows themselves lie scattered over years.
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
    """How often a player's six cards were better or worse than the other six, up to a scoresheet."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="+")
    better = models.PositiveIntegerField()
    worse = models.PositiveIntegerField()
    last_sheet = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.better} better, {self.worse} worse"


class Review(models.Model):
    """A finished game judged deal by deal; stored, so that it is computed once."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="review")
    asked_at = models.DateTimeField()
    waited_for = models.BooleanField(default=False)  # requested by somebody: those come first
    deals = models.PositiveSmallIntegerField()
    deals_done = models.PositiveSmallIntegerField(default=0)
    # When a process last began it, and how often one did: after a process dies another may take it up.
    taken_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    # The version of the judge: a later one may judge again. Done without a judgement: it could not be judged.
    judge = models.PositiveSmallIntegerField(default=0)
    judged = models.JSONField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["-waited_for", "asked_at"], name="reviews_to_do", condition=Q(done_at=None))
        ]

    def __str__(self) -> str:
        return f"review of {self.game_id}"
