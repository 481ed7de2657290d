"""Bots that play by the API. Each is a separate account with an owner who is responsible for it."""

from django.db import models

from game.models import Game, Player
from game.shared_decks.models import DeckSet


class BotAccount(models.Model):
    """The program that plays for an account, and the account's owner."""

    account = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="bot_account"
    )
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bot_accounts")
    engine = models.CharField(max_length=60)
    version = models.CharField(max_length=40)
    source = models.CharField(max_length=200, blank=True)
    since = models.DateTimeField()
    # The start of this engine in this version.
    version_since = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["-version_since"], name="bots_by_version")]

    def __str__(self) -> str:
        return f"{self.account}: {self.engine} {self.version}"

    @property
    def player(self) -> Player:
        """The player to whom rulings about the bot apply."""
        return self.account


class Trial(models.Model):
    """A bot's games against a house bot, compared with the house bot's own games with the same cards."""

    id = models.CharField(primary_key=True, max_length=16)
    bot = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="trials")
    against = models.CharField(max_length=32)
    pairs = models.PositiveSmallIntegerField()
    deck_set = models.OneToOneField(DeckSet, on_delete=models.PROTECT, related_name="trial")
    # The bot's engine at the start.
    engine = models.CharField(max_length=60)
    version = models.CharField(max_length=40)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["bot"], name="one_trial_at_once", condition=models.Q(ended_at=None)
            )
        ]
        indexes = [
            models.Index(fields=["begun_at"], name="trials_that_run", condition=models.Q(ended_at=None))
        ]

    def __str__(self) -> str:
        return f"{self.bot} against {self.against}, {self.pairs} pairs"


class TrialGame(models.Model):
    """A game of a trial: its margin, and the margins of house bots in the same seat with the same cards."""

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="of_trial")
    margin = models.SmallIntegerField(null=True)
    # The mean of the house's games; unknown until the bot's own game is over.
    house_margin = models.FloatField(null=True)
    # Whether it ended before a card was dealt.
    is_void = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["trial", "number"], name="one_game_a_pair")]

    def __str__(self) -> str:
        return f"game {self.number} of trial {self.trial_id}"
