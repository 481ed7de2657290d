"""The record of deals, the state of its monitor, and faults that players' browsers reported."""

from django.conf import settings
from django.db import models


class Deal(models.Model):
    """A dealt deck, saved when the server's link is revealed. Number 0 is the cut for deal."""

    game = models.CharField(max_length=16)
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    deck = models.BinaryField(max_length=52)  # one byte per card, in the order of the deck
    # The scores in the show, if the game reached it.
    pone_hand = models.PositiveSmallIntegerField(null=True)
    dealer_hand = models.PositiveSmallIntegerField(null=True)
    crib = models.PositiveSmallIntegerField(null=True)
    # The dealer's seat (0, 1), the kinds of both players (b a bot, a an account, g a guest), and whether the
    # game counted for the ladder. Unknown for deals from before this was recorded.
    dealer = models.PositiveSmallIntegerField(null=True)
    seats = models.CharField(max_length=2, null=True)
    rated = models.BooleanField(null=True)
    # The score of each seat when it was dealt (null for the cut), and the score that wins the game. Null for
    # decks that tables share (each table has its own score), and for deals from before this was recorded.
    score_a = models.PositiveSmallIntegerField(null=True)
    score_b = models.PositiveSmallIntegerField(null=True)
    target = models.PositiveSmallIntegerField(null=True)
    # Its first eleven cards as one number, to find deals that begin alike.
    beginning = models.BigIntegerField(null=True)
    # Whether the monitor has processed it. Every deal is processed once.
    watched = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="deal_on_record_once")]
        indexes = [
            models.Index(fields=["id"], name="deals_to_watch", condition=models.Q(watched=False)),
            models.Index(
                fields=["beginning"], name="deals_by_beginning", condition=models.Q(beginning__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} of game {self.game}"


class Watch(models.Model):
    """The evidence against our shuffle so far: one row, locked by the monitoring process while it changes."""

    deals = models.PositiveBigIntegerField(default=0)
    # The value of each bet by name: logarithms of the stake laid at first, and of later stakes.
    bets = models.JSONField(default=dict)
    # The counts of each card as the starter, and of 0, 1, 2, ... points for each kind of hand.
    starters = models.JSONField(default=list)
    counted = models.JSONField(default=dict)
    # How often one of two kinds of seat had the worse six, and the better one, by question.
    seats = models.JSONField(null=True)
    # The total evidence, current and highest: the value of one unit staked against the shuffle.
    evidence = models.FloatField(default=1.0)
    highest = models.FloatField(default=1.0)
    alarmed_at = models.DateTimeField(null=True)
    alarmed_after = models.PositiveBigIntegerField(null=True)  # deals

    class Meta:
        verbose_name_plural = "watches"

    def __str__(self) -> str:
        return f"{self.evidence:.3g} after {self.deals} deals"


class Doubt(models.Model):
    """A deal that does not match what a player's browser saw, for the host to investigate."""

    game = models.CharField(max_length=16, db_index=True)
    number = models.PositiveSmallIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    says = models.TextField(max_length=2000)
    evidence = models.JSONField()  # the protocol values that the browser received, and the cards it saw
    # The result of the server's own check of the deal: empty if it is correct.
    fault = models.TextField(blank=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number", "by"], name="doubted_once_each")]
        indexes = [models.Index(fields=["-at"], name="open_doubts", condition=models.Q(settled_at=None))]

    def __str__(self) -> str:
        return f"deal {self.number} of game {self.game}"  # `says` may name cards that are still hidden


class Unshown(models.Model):
    """A game whose cards the server could not reveal: it is void, and such games are counted in public."""

    game = models.CharField(max_length=16, unique=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "unshown games"

    def __str__(self) -> str:
        return f"game {self.game} could not be shown"
