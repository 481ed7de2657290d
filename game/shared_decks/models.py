"""Sets of decks, their entrants, their rounds, and the games dealt from them."""

from django.db import models
from django.db.models import Q

from game.models import Game, Player

HEX = 64  # digits of a hash


class DeckSet(models.Model):
    """The decks of several rounds: fixed once the root is known, and revealed round by round."""

    class Stage(models.TextChoices):
        ANNOUNCED = "announced", "announced: entrants commit"
        COLLECTING = "collecting", "collecting: entrants reveal"
        DELAYING = "delaying", "delaying: nobody can know the decks yet"
        STARTED = "started", "started: every deck is fixed"
        CLOSED = "closed", "closed: every deck is shown"
        VOID = "void", "void: no round begins any more"

    id = models.CharField(primary_key=True, max_length=16)
    params = models.TextField()
    rounds = models.PositiveSmallIntegerField()
    tip = models.CharField(max_length=64)
    sealed = models.TextField(help_text="The secret that the chain begins with; never shown.")
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.ANNOUNCED)
    # Whether entrants may reveal right after their commitment, as they come and go over a day.
    reveals_at_once = models.BooleanField(default=False)
    announced_at = models.DateTimeField()
    collecting_since = models.DateTimeField(null=True)
    # The start of the delay, and the values after its segments as far as they are computed, in hex.
    mix = models.CharField(max_length=64, blank=True, default="", db_default="")
    delay = models.TextField(blank=True, default="", db_default="")
    # When a process last did some of the delay. Another takes over from one that has stopped.
    delayed_at = models.DateTimeField(null=True)
    root = models.CharField(max_length=64, blank=True)
    fixed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["delayed_at"], name="sets_delaying", condition=Q(stage="delaying")),
        ]

    def __str__(self) -> str:
        return f"decks {self.pk}"

    @property
    def delay_values(self) -> list[str]:
        """The values after the segments of the delay, as far as they are computed."""
        return [self.delay[at : at + HEX] for at in range(0, len(self.delay), HEX)]


class Entrant(models.Model):
    """A player's part in a set: a commitment, and the secret once it is revealed."""

    deck_set = models.ForeignKey(DeckSet, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    # The player's id in params and records, at the time of the commitment.
    number = models.CharField(max_length=20)
    commitment = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck_set", "player"], name="one_part_of_a_set")]

    def __str__(self) -> str:
        return f"{self.number} in {self.deck_set_id}"


class Round(models.Model):
    """A round: the same decks at all its tables, hidden from other players until all of them are done.

    The decks belong to a set or to a finished game. Such a game is itself a table of its round. The round
    opens again each time its cards are played again.
    """

    deck_set = models.ForeignKey(DeckSet, on_delete=models.CASCADE, null=True, related_name="round_rows")
    of_game = models.OneToOneField(Game, on_delete=models.CASCADE, null=True, related_name="played_again")
    number = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()
    # No more tables are added, so the round closes with its last table.
    is_full = models.BooleanField(default=False)
    # The fixed time at which the round closes. None if it closes with its last table.
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
    """A game that is dealt from the decks of a round."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="shared")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="games")
    # Whether the game could be viewed before, so that its players keep access to it.
    was_shown = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return f"{self.game_id} in {self.round}"
