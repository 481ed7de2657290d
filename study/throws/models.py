"""The discards of the day, and the votes on them."""

from django.db import models
from django.db.models import Q

from game.models import Game, Player


class DailyThrow(models.Model):
    """Six cards of one day with score and role, their evaluation, and the actual discard."""

    day = models.DateField(primary_key=True)
    # The key of the position: cards up to the names of suits, role and scores. It never repeats.
    position = models.CharField(max_length=48, unique=True)
    # Its game; null if bots played it for this purpose. It never repeats either.
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="+")
    is_of_the_house = models.BooleanField(default=False)
    six = models.JSONField()
    dealer = models.BooleanField()
    mine = models.PositiveSmallIntegerField()
    theirs = models.PositiveSmallIntegerField()
    thrown = models.JSONField(help_text="What was thrown in the game.")
    # All fifteen discards, best first, by this version of the judge, and each bot's discard.
    lines = models.JSONField()
    bots = models.JSONField()
    judge = models.PositiveSmallIntegerField()
    chosen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"throw of {self.day}"


class Vote(models.Model):
    """A player's discard. The player is forgotten with the account, and earlier if they are a guest."""

    throw = models.ForeignKey(DailyThrow, on_delete=models.CASCADE, related_name="votes")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    thrown = models.CharField(max_length=5, help_text='The two cards, the lower first: "5H JD".')
    points = models.PositiveSmallIntegerField()
    # Whether the points count for the month: only on the day itself.
    counts = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["throw", "player"], name="one_vote_a_throw")]
        indexes = [
            models.Index(fields=["throw", "player"], name="votes_of_a_month", condition=Q(counts=True)),
        ]

    def __str__(self) -> str:
        return f"{self.thrown} on {self.throw_id}"
