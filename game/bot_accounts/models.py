"""Bots that play over the API, each an account of its own, and who answers for it."""

from django.db import models

from game.models import Player


class BotAccount(models.Model):
    """What plays for an account, and whose it is."""

    account = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="bot_account"
    )
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bot_accounts")
    engine = models.CharField(max_length=60)
    version = models.CharField(max_length=40)
    source = models.CharField(max_length=200, blank=True)
    since = models.DateTimeField()
    # Since when this very engine plays in this version.
    version_since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.account}: {self.engine} {self.version}"
