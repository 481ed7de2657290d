"""Tokens, by which programs call in the name of an account."""

from django.db import models

from game.models import Player
from game.tokens.scopes import FOR_PROGRAMS, Scope


class Token(models.Model):
    """A token of an account. It was shown once; only its digest is kept."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=100, blank=True)
    # What the password's hash was like when it was made: with another password it is void.
    password_digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    used_on = models.DateField(null=True)

    def __str__(self) -> str:
        return self.name

    @property
    def reads_as_owner(self) -> bool:
        """Whether it reads what only its owner may read."""
        own = {*self.scopes.split()}
        return not own or not own <= FOR_PROGRAMS

    def allows(self, scopes: frozenset[str], *, before_upgrade: bool = False) -> bool:
        """Whether it has one of these scopes, or none is asked for.

        The scope `bot` is for bots: that of a person's account opens only what comes before the upgrade.
        """
        own = {*self.scopes.split()}
        if not (self.player.is_api_bot or before_upgrade):
            own.discard(Scope.BOT)
        return not scopes or not scopes.isdisjoint(own)
