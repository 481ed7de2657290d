"""Sets of decks, who had a part in them, their rounds, and the games that are dealt from these."""

from django.db import models
from django.db.models import Q

from game.models import Game, Player


class DeckSet(models.Model):
    """The decks of some rounds: fixed as soon as its root is, and shown round by round."""

    class Stage(models.TextChoices):
        ANNOUNCED = "announced", "announced: entrants commit"
        COLLECTING = "collecting", "collecting: entrants reveal"
        STARTED = "started", "started: every deck is fixed"
        CLOSED = "closed", "closed: every deck is shown"
        VOID = "void", "void: no round begins any more"

    id = models.CharField(primary_key=True, max_length=16)
    params = models.TextField()
    rounds = models.PositiveSmallIntegerField()
    tip = models.CharField(max_length=64)
    sealed = models.TextField(help_text="The secret that the chain begins with; never shown.")
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.ANNOUNCED)
    # Whether entrants may reveal as soon as they have committed, as they come and go over a day.
    reveals_at_once = models.BooleanField(default=False)
    announced_at = models.DateTimeField()
    collecting_since = models.DateTimeField(null=True)
    root = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"decks {self.pk}"


class Entrant(models.Model):
    """A player's part in a set: a commitment, and the secret once it is shown."""

    deck_set = models.ForeignKey(DeckSet, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    # The player's id in params and records, as it was when they committed.
    number = models.CharField(max_length=20)
    commitment = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck_set", "player"], name="one_part_of_a_set")]

    def __str__(self) -> str:
        return f"{self.number} in {self.deck_set_id}"


class Round(models.Model):
    """A round: the same decks at all its tables, closed to everybody until all of these are done.

    The decks are those of a set, or those that a finished game was dealt. Such a game is itself a table of
    its round, which opens again each time that its cards are played once more.
    """

    deck_set = models.ForeignKey(DeckSet, on_delete=models.CASCADE, null=True, related_name="round_rows")
    of_game = models.OneToOneField(Game, on_delete=models.CASCADE, null=True, related_name="played_again")
    number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()
    # No table is added to it any more, so that it closes with the last one.
    is_full = models.BooleanField(default=False)
    # When it closes whatever is still played; None where it closes with its last table.
    closes_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    last_link = models.CharField(max_length=64, blank=True, help_text="Shown once it is closed.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deck_set", "number"], name="round_opened_once"),
            models.CheckConstraint(
                condition=Q(deck_set=None) ^ Q(of_game=None), name="decks_of_a_set_or_of_a_game"
            ),
        ]
        indexes = [models.Index(fields=["closes_at"], name="rounds_still_open", condition=Q(closed_at=None))]

    def __str__(self) -> str:
        return f"round {self.number} of {self.deck_set_id or f'game {self.of_game_id}'}"


class SharedGame(models.Model):
    """That a game is dealt from the decks of a round."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="shared")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="games")
    # Whether it could be looked at before, so that its player keeps what they had of it.
    was_shown = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return f"{self.game_id} in {self.round}"
