"""The daily games, their tries, and the standings of each month."""

from django.db import models
from django.db.models import Q

from game.models import Game, Player
from game.shared_decks.models import DeckSet


class Daily(models.Model):
    """The game of one day (UTC).

    Its decks are announced the day before, and revealed when the day is over.
    """

    class Stage(models.TextChoices):
        ANNOUNCED = "announced", "announced: entrants of the day before give their secrets"
        FIXED = "fixed", "fixed: its par is played"
        OPEN = "open", "open: it is played"
        CLOSED = "closed", "closed: its field is counted"
        COUNTED = "counted", "counted: all of it is shown"
        MISSED = "missed", "missed: the site was not there that day"

    day = models.DateField(primary_key=True)
    deck_set = models.OneToOneField(DeckSet, on_delete=models.PROTECT, related_name="daily")
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.ANNOUNCED)
    # When a job takes the next step; None if there is none, or another app takes it.
    next_at = models.DateTimeField(null=True)
    # When a process last claimed a long step.
    taken_at = models.DateTimeField(null=True)
    # The margins of Advanced in the player's seat, each with different chance.
    par_margins = models.JSONField(default=list)
    par = models.FloatField(null=True)
    # The average lead of the same games in each deal; None for days that an older release opened.
    par_leads = models.JSONField(null=True)
    # The field's discards and margins, as counted by `study.daily.field`.
    field = models.JSONField(null=True)

    class Meta:
        verbose_name_plural = "dailies"
        indexes = [models.Index(fields=["next_at"], name="dailies_due", condition=~Q(next_at=None))]

    def __str__(self) -> str:
        return f"daily of {self.day}"


class DailyEntry(models.Model):
    """A player's one try at a daily. Its margin is set at the close if the game was completed."""

    class Unranked(models.TextChoices):
        GUEST = "guest", "begun by a guest"
        YOUNG = "young", "begun by an account that was made after the day opened"
        SCOUTED = "scouted", "a guest or a new account played from the same browser or network"

    daily = models.ForeignKey(Daily, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="daily_entries")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="daily_entry")
    margin = models.SmallIntegerField(null=True)
    # Set when it is ranked, and again after reviews: the chance that its decisions lost, and its place.
    lost = models.FloatField(null=True)
    place = models.PositiveIntegerField(null=True)
    # Why it is not ranked; empty if it is.
    unranked = models.CharField(max_length=8, choices=Unranked.choices, blank=True, default="", db_default="")
    # Set when it is ranked: the share of the other players that it beat.
    percent = models.FloatField(null=True)
    # A common number for tries of one day that accounts from one place played alike.
    alike = models.BigIntegerField(null=True)

    class Meta:
        verbose_name_plural = "daily entries"
        constraints = [models.UniqueConstraint(fields=["daily", "player"], name="one_try_a_daily")]
        indexes = [
            models.Index(fields=["daily", "place"], name="field_by_place"),
            models.Index(fields=["-daily", "alike"], name="tries_alike", condition=~Q(alike=None)),
        ]

    def __str__(self) -> str:
        return f"{self.player} in the {self.daily}"


class MonthLine(models.Model):
    """A player's standing in a month: the sum of their best days, by the rule of this number.

    Rule 1 added margins minus par; rule 2 adds percentages of the field.
    """

    RULE = 2

    month = models.DateField(help_text="Its first day.")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    days = models.PositiveSmallIntegerField()
    total = models.FloatField()
    rule = models.PositiveSmallIntegerField(db_default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["month", "player"], name="one_line_a_month")]
        indexes = [
            models.Index(fields=["month", "-total"], name="months_by_total"),
            models.Index(fields=["month"], name="months_of_older_rules", condition=Q(rule__lt=2)),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.month:%Y-%m}"
