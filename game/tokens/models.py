"""API tokens, with which programs call for an account."""

from django.db import models

from game.models import Player
from game.tokens.scopes import FOR_PROGRAMS, Scope


class Token(models.Model):
    """A token of an account. It is shown once, and only its digest is stored."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=100, blank=True)
    # A digest of the password hash at its creation. Another password invalidates the token.
    password_digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    used_on = models.DateField(null=True)

    def __str__(self) -> str:
        return self.name

    @property
    def reads_as_owner(self) -> bool:
        """Whether the token may read data that only its owner can read."""
        own = {*self.scopes.split()}
        return not own or not own <= FOR_PROGRAMS

    def allows(self, scopes: frozenset[str], *, before_upgrade: bool = False) -> bool:
        """Return whether the token has one of these scopes, or none is required.

        The scope `bot` is for bots. On a person's account, it allows only the calls before the upgrade.
        """
        own = {*self.scopes.split()}
        if not (self.player.is_api_bot or before_upgrade):
            own.discard(Scope.BOT)
        return not scopes or not scopes.isdisjoint(own)


class StoredAnswer(models.Model):
    """The answer to a call with an `Idempotency-Key`, for a client that repeats the call."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="stored_answers")
    key = models.CharField(max_length=100)
    # A digest of the call: its method, address and body.
    digest = models.CharField(max_length=64)
    # Null while the call runs.
    answer = models.TextField(null=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="answered_once")]

    def __str__(self) -> str:
        return self.key
