"""The throws of the day, and the votes on them."""

from django.db import models
from django.db.models import Q

from game.models import Game, Player


class DailyThrow(models.Model):
    """Six cards of one day with score and role, how they are judged, and what was really thrown."""

    day = models.DateField(primary_key=True)
    # What makes a position another one: cards up to the names of suits, role and scores. None comes twice.
    position = models.CharField(max_length=48, unique=True)
    # The game it is from; none where bots played it for this, and none comes twice either.
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="+")
    is_of_the_house = models.BooleanField(default=False)
    six = models.JSONField()
    dealer = models.BooleanField()
    mine = models.PositiveSmallIntegerField()
    theirs = models.PositiveSmallIntegerField()
    thrown = models.JSONField(help_text="What was thrown in the game.")
    # All fifteen throws, the best first, by this version of the judge, and what each bot throws.
    lines = models.JSONField()
    bots = models.JSONField()
    judge = models.PositiveSmallIntegerField()
    chosen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"throw of {self.day}"


class Vote(models.Model):
    """What somebody threw; whose vote it was is forgotten with the account, and sooner with a guest."""

    throw = models.ForeignKey(DailyThrow, on_delete=models.CASCADE, related_name="votes")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    thrown = models.CharField(max_length=5, help_text='The two cards, the lower first: "5H JD".')
    points = models.PositiveSmallIntegerField()
    # Whether the points go to the month: they do on the day itself.
    counts = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["throw", "player"], name="one_vote_a_throw")]
        indexes = [
            models.Index(fields=["throw", "player"], name="votes_of_a_month", condition=Q(counts=True)),
        ]

    def __str__(self) -> str:
        return f"{self.thrown} on {self.throw_id}"
