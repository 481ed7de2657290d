"""The models of the ladder: standings, and the record of changes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ranking.rules.points import INITIAL_POINTS


class Kind(models.TextChoices):
    """The kinds of standings: a person's against house bots and against people, and a bot's."""

    HOUSE = "house", _("House")
    PEOPLE = "people", _("People")
    # Changed by games with API bots, and only for these bots.
    BOTS = "bots", _("Bots")


class Terms(models.TextChoices):
    """The terms on which a game counts for one of its players (`ranking.terms`)."""

    PLAIN = "plain", "Counts"
    CAPPED = "capped", "Counts up to a cap a day"
    UNCOUNTED = "uncounted", "Given up before anything was counted"
    SHARED = "shared", "Both played from one place"


class Standing(models.Model):
    """A player's points and counts for one kind of opponent."""

    player = models.ForeignKey(  # comes first in an index below, and needs none of its own
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standings", db_index=False
    )
    kind = models.CharField(max_length=6, choices=Kind.choices)
    points = models.IntegerField(default=INITIAL_POINTS)
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    # How many of those losses were games left unfinished.
    unfinished = models.PositiveIntegerField(default=0)
    # A bot's finished games before its present version, which is provisional until it has some of its own.
    finished_before = models.PositiveIntegerField(default=0, db_default=0)
    # The last ten changes, the newest last: "13 -29 0 21".
    recent = models.CharField(max_length=64, blank=True)
    last_at = models.DateTimeField(null=True)
    # Hidden by a host, or because the account is deleted.
    hidden = models.BooleanField(default=False)
    # Whether the list shows it: enough games finished, not too many left, not hidden.
    listed = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "kind"], name="one_standing_a_kind")]
        indexes = [
            models.Index(fields=["kind", "-points", "player"], name="the_ladder", condition=Q(listed=True))
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points} ({self.kind})"

    @property
    def finished(self) -> int:
        """Games played to their end, or resigned."""
        return self.wins + self.losses - self.unfinished


class Change(models.Model):
    """One game's effect on one player's points, with its inputs. Never altered."""

    game = models.CharField(max_length=16)
    player = models.ForeignKey(  # comes first in an index below, and needs none of its own
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    kind = models.CharField(max_length=6, choices=Kind.choices)
    # A person, or the bot by name.
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    bot = models.CharField(max_length=32, blank=True)
    won = models.BooleanField()
    unfinished = models.BooleanField(default=False)

    rules = models.PositiveSmallIntegerField(help_text="The version of the rules it was made under.")
    own = models.IntegerField(help_text="The player's points before.")
    opponents = models.IntegerField(help_text="The opponent's points before.")
    change = models.IntegerField()
    after = models.IntegerField()
    why = models.CharField(max_length=300)
    at = models.DateTimeField()
    # The inputs that the player's own record does not give: the terms on which the game counted, and whether
    # the player was a newcomer, which determines the opponent's terms.
    terms = models.CharField(
        max_length=9, choices=Terms.choices, default=Terms.PLAIN, db_default=Terms.PLAIN.value
    )
    newcomer = models.BooleanField(default=False, db_default=False)
    # The game had a head start, so it was settled as between equals, whatever the opponent's points.
    even = models.BooleanField(default=False, db_default=False)
    # A game that a host voided gets further changes, which revert the first ones.
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="undone_by")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "player"], name="one_change_a_game", condition=Q(undoes=None)
            )
        ]
        indexes = [
            # Covers all columns of a curve: the rows themselves are scattered over years.
            models.Index(
                fields=["player", "kind", "-id"], name="curve_of_a_player", include=["at", "own", "after"]
            ),
            models.Index(fields=["player", "opponent", "-at"], name="changes_of_two"),
            # Few games have special terms, so a player's last day is found quickly.
            models.Index(fields=["player", "-at"], name="terms_of_a_player", condition=~Q(terms="plain")),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.change:+} ({self.game})"


class Pin(models.Model):
    """The points that a host has given one version of a program, or has removed from it. Never altered."""

    bot = models.CharField(max_length=32)
    code = models.CharField(max_length=64, help_text="Names the code that it plays by.")
    version = models.CharField(max_length=90, blank=True, help_text="What it called itself then.")
    # None from the time at which it plays casual games only.
    points = models.IntegerField(null=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=500)

    class Meta:
        indexes = [models.Index(fields=["bot", "code", "-id"], name="pins_of_a_version")]

    def __str__(self) -> str:
        return f"{self.bot} ({self.code}): {'for fun' if self.points is None else self.points}"
