"""An evening over the board, who sits at it, and its tables. A director owns all of it and may delete it."""

from django.db import models

from game.models import Player

NAME_LENGTH = 60
PLAYER_NAME_LENGTH = 40


class Stage(models.TextChoices):
    """How far an evening has come."""

    GAMES = "games"
    BRACKET = "bracket"
    OVER = "over"


class Evening(models.Model):
    """One night over the board."""

    id = models.CharField(primary_key=True, max_length=16)
    director = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="evenings")
    name = models.CharField(max_length=NAME_LENGTH)
    games = models.PositiveSmallIntegerField()
    best_of = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.GAMES)
    seeds = models.JSONField(default=list)  # who is in the bracket, the best first
    root = models.BinaryField(max_length=32)  # what ties and cuts are drawn from
    pairings = models.PositiveIntegerField(default=0)
    # Every change adds one: a page that shows this version is up to date.
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Sitter(models.Model):
    """Somebody who plays, known by name alone; `code` is the address of their own page."""

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
    """A game of two: two score cards, which must agree, or what the director decides."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveIntegerField()
    table = models.PositiveSmallIntegerField()  # where they sit; free again once the result stands
    first = models.ForeignKey(Sitter, on_delete=models.CASCADE, related_name="+")  # deals first
    second = models.ForeignKey(Sitter, on_delete=models.CASCADE, related_name="+")
    # Its match in the bracket; null in the games before.
    round = models.PositiveSmallIntegerField(null=True)
    match = models.PositiveSmallIntegerField(null=True)
    # What each says that the first and the second had in the end: [121, 90].
    card_of_first = models.JSONField(null=True)
    card_of_second = models.JSONField(null=True)
    # The result, once it stands.
    ending = models.CharField(max_length=8, null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    scores = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_number_an_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.first} v {self.second}"
