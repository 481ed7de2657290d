"""The record of deals, what watches over it, and what players' browsers found wrong in it."""

from django.conf import settings
from django.db import models


class Deal(models.Model):
    """A deck that was dealt, written when the server's link of it is shown; the cut for deal is number 0."""

    game = models.CharField(max_length=16)
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    deck = models.BinaryField(max_length=52)  # a byte a card, in the order of the deck
    # What the cards were worth in the show, where the game came to it.
    pone_hand = models.PositiveSmallIntegerField(null=True)
    dealer_hand = models.PositiveSmallIntegerField(null=True)
    crib = models.PositiveSmallIntegerField(null=True)
    # Who it was dealt to: the seat of the dealer (0, 1), who sat in both (b a bot, a an account, g a guest),
    # and whether the game counted for the ladder. Not known of deals from before this was recorded.
    dealer = models.PositiveSmallIntegerField(null=True)
    seats = models.CharField(max_length=2, null=True)
    rated = models.BooleanField(null=True)
    # Its first eleven cards as one number, to find a deal that begins as another did.
    beginning = models.BigIntegerField(null=True)
    # Whether the watch has taken it into account, which it does with every deal once.
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
    """The evidence against our shuffle so far: one row, which the watching process locks while it grows."""

    deals = models.PositiveBigIntegerField(default=0)
    # What each bet has become, by its name: logarithms of what was laid on it at first, and of what later.
    bets = models.JSONField(default=dict)
    # How often each card was the starter, and how often each kind of hand counted 0, 1, 2, ... points.
    starters = models.JSONField(default=list)
    counted = models.JSONField(default=dict)
    # How often one of two kinds of seat had the worse six, and how often the better one, by the question.
    seats = models.JSONField(null=True)
    # The evidence in all, now and at its highest: what one unit staked against the shuffle is worth.
    evidence = models.FloatField(default=1.0)
    highest = models.FloatField(default=1.0)
    alarmed_at = models.DateTimeField(null=True)
    alarmed_after = models.PositiveBigIntegerField(null=True)  # deals

    class Meta:
        verbose_name_plural = "watches"

    def __str__(self) -> str:
        return f"{self.evidence:.3g} after {self.deals} deals"


class Doubt(models.Model):
    """A deal that did not fit what a player saw, as the player's browser found; for the host to look into."""

    game = models.CharField(max_length=16, db_index=True)
    number = models.PositiveSmallIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    says = models.TextField(max_length=2000)
    evidence = models.JSONField()  # what the browser was shown of the protocol, and what it saw
    # What our own check of the same deal says: empty where it finds the deal true.
    fault = models.TextField(blank=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number", "by"], name="doubted_once_each")]
        indexes = [models.Index(fields=["-at"], name="open_doubts", condition=models.Q(settled_at=None))]

    def __str__(self) -> str:
        return f"deal {self.number} of game {self.game}"  # what it says may name cards that are hidden yet


class Unshown(models.Model):
    """A game whose cards the server could not show: it is void, and such games are counted in public."""

    game = models.CharField(max_length=16, unique=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "unshown games"

    def __str__(self) -> str:
        return f"game {self.game} could not be shown"
