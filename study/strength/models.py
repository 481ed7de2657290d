"""The stored luck and Strength: a row for each game that counts, one for each player, and titles."""

from django.db import models
from django.db.models import Q

from game.models import Game, Player

OUTDATED = 1  # the formula of releases that did not store its version


class WeighedGame(models.Model):
    """A game that counts: first recorded, later weighed. Recomputation follows the order of the numbers."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="weighed")
    noted_at = models.DateTimeField()
    is_void = models.BooleanField(default=False, db_default=False)

    # Set when the game is weighed.
    number = models.PositiveBigIntegerField(null=True, unique=True)
    adjusted = models.FloatField(null=True, help_text="The luck-adjusted result of seat 0.")
    strength_a = models.FloatField(null=True)
    variance_a = models.FloatField(null=True)
    strength_b = models.FloatField(null=True)
    variance_b = models.FloatField(null=True)
    # From both players' earlier games with bots only. A side that the game does not move has no strength.
    anchor_a = models.FloatField(null=True)
    precision_a = models.FloatField(null=True)
    anchor_b = models.FloatField(null=True)
    precision_b = models.FloatField(null=True)
    formula = models.PositiveSmallIntegerField(
        default=OUTDATED,
        db_default=OUTDATED,
        help_text="The version of the formula that wrote the strengths.",
    )

    class Meta:
        indexes = [
            models.Index(fields=["formula", "number"], name="games_by_formula"),
            models.Index(fields=["noted_at", "game"], name="games_to_weigh", condition=Q(number=None)),
            models.Index(fields=["number"], name="games_to_take_out", condition=Q(is_void=True)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} weighed as {self.number}"


class Turn(models.Model):
    """The number of the last weighed game. The process that weighs locks this single row."""

    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"weighed up to {self.last}"


class PlayerStrength(models.Model):
    """A player's current Strength: the share of a game ahead of an average player, and its variance."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="strength")
    strength = models.FloatField()
    variance = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "player strengths"
        indexes = [models.Index(fields=["-strength", "player"], name="players_by_strength")]

    def __str__(self) -> str:
        return f"{self.player} at {self.strength:+.3f}"


class Title(models.Model):
    """A title, kept from the day on which it was reached."""

    class Name(models.TextChoices):
        MASTER = "master"
        EXPERT = "expert"
        CLUB = "club"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="titles")
    name = models.CharField(max_length=8, choices=Name.choices)
    at = models.DateTimeField()
    lost_percent = models.FloatField(help_text="What a decision cost on average, in per cent of a game.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "name"], name="a_title_once")]

    def __str__(self) -> str:
        return f"{self.name} since {self.at:%Y-%m-%d}"
