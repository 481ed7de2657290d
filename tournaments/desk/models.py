"""An in-person evening, its players and its games. The director owns all of it and may delete it."""

from django.db import models

from game.models import Player

NAME_LENGTH = 60
PLAYER_NAME_LENGTH = 40


class Stage(models.TextChoices):
    """The stage of an evening."""

    GAMES = "games"
    BRACKET = "bracket"
    OVER = "over"


class Evening(models.Model):
    """An in-person evening."""

    id = models.CharField(primary_key=True, max_length=16)
    director = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="evenings")
    name = models.CharField(max_length=NAME_LENGTH)
    games = models.PositiveSmallIntegerField()
    best_of = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.GAMES)
    seeds = models.JSONField(default=list)  # the players of the bracket, best first
    root = models.BinaryField(max_length=32)  # the source of randomness for ties and cuts
    pairings = models.PositiveIntegerField(default=0)
    paired_at = models.DateTimeField(null=True)  # the last pairing, on which the players' codes depend
    # Every change increments this, so a page that shows this version is up to date.
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Sitter(models.Model):
    """A player of the evening, known by name only. `code` is the secret address of their own page."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="sitters")
    name = models.CharField(max_length=PLAYER_NAME_LENGTH)
    code = models.CharField(max_length=16, unique=True)
    is_here = models.BooleanField(default=True)
    free_since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "name"], name="one_name_an_evening")]

    def __str__(self) -> str:
        return self.name


class Board(models.Model):
    """A game of two players: two score cards, which must agree, or the director's decision."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveIntegerField()
    # The number of the table, which is free again once the result counts.
    table = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Sitter, on_delete=models.CASCADE, related_name="+")  # deals first
    second = models.ForeignKey(Sitter, on_delete=models.CASCADE, related_name="+")
    # Its match in the bracket; null in the games before it.
    round = models.PositiveSmallIntegerField(null=True)
    match = models.PositiveSmallIntegerField(null=True)
    # The final scores of both players according to each card: [121, 90].
    card_of_first = models.JSONField(null=True)
    card_of_second = models.JSONField(null=True)
    # The result, once it counts.
    ending = models.CharField(max_length=8, null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    scores = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_number_an_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.first} v {self.second}"
