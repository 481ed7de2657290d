"""Which apps a player has allowed to act for them, and which a host has stopped."""

from django.conf import settings
from django.db import models

from game.models import Player


class Connection(models.Model):
    """A player's consent to an app. Without it, none of the app's codes and refresh tokens is accepted."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    app = models.ForeignKey(settings.OAUTH2_PROVIDER_APPLICATION_MODEL, on_delete=models.CASCADE)
    # The scopes of the latest consent.
    scopes = models.CharField(max_length=100, blank=True)
    # A digest of the password hash at the consent. Another password ends the connection.
    password_digest = models.CharField(max_length=64)
    allowed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "app"], name="one_connection_an_app")]

    def __str__(self) -> str:
        return f"{self.player}: {self.app}"


class AppDecision(models.Model):
    """A host's decision about an app, with a reason. Never changed, only followed by another."""

    class Kind(models.TextChoices):
        STOP = "stop", "stopped"
        ALLOW = "allow", "allowed again"

    # Null once its owner has deleted it. The decision stays, with its client ID.
    app = models.ForeignKey(
        settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="decisions",
    )
    client_id = models.CharField(max_length=100, db_index=True)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        permissions = [("decide_on_app", "Can stop apps of players and allow them again")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by}: {self.reason}"
