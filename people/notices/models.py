"""What players are told and have read, what they want to be told by which way, and their devices."""

from django.db import models
from django.db.models import Q

from game.models import Player


class Notice(models.Model):
    """Something that a player is told once: of this kind, about this."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16)
    # What it concerns: "event:ID", "game:ID:PLY", "player:ID".
    about = models.CharField(max_length=64)
    # What its sentence is made of: names, times in milliseconds; never a card and never a score.
    parts = models.JSONField(default=dict)
    # Whose doing it is, if another player's: deleted with their account, for it has their name.
    by = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    # Until when it is worth being told by push.
    until = models.DateTimeField(null=True)
    # When a process is next to send it by push: set to later by the one that does; null where none will.
    push_due_at = models.DateTimeField(null=True)
    push_tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    pushed_at = models.DateTimeField(null=True)
    # Whether it waits for the next mail.
    waits_for_mail = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "kind", "about"], name="told_once")]
        indexes = [
            models.Index(fields=["at"], name="notices_by_time"),
            models.Index(fields=["push_due_at"], name="pushes_due", condition=~Q(push_due_at=None)),
            models.Index(fields=["player", "at"], name="notices_to_mail", condition=Q(waits_for_mail=True)),
        ]

    def __str__(self) -> str:
        return f"{self.player} is told: {self.kind} about {self.about}"


class Switch(models.Model):
    """A choice of a player that differs from the default: whether a kind of notice comes a way."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="switches")
    kind = models.CharField(max_length=16)
    way = models.CharField(max_length=8)
    is_on = models.BooleanField()

    class Meta:
        verbose_name_plural = "switches"
        constraints = [models.UniqueConstraint(fields=["player", "kind", "way"], name="one_switch_each")]

    def __str__(self) -> str:
        return f"{self.player} has {self.kind} by {self.way} {'on' if self.is_on else 'off'}"


class PushSubscription(models.Model):
    """A browser that may be pushed to, for as long as the session lasts in which that was asked for."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    # The browser's public key and the secret it shares with us, in base64url (RFC 8291).
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=32)
    session = models.CharField(max_length=40, db_index=True)
    # The site's own public key of then: by another the push service takes nothing.
    key = models.CharField(max_length=100, db_default="")
    # The language of the page on which it was asked for.
    language = models.CharField(max_length=16)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a browser of {self.player}"


class Digest(models.Model):
    """The latest mail of notices to a player: at most one a day."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="digest")
    tried_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=1)
    sent = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.player} was mailed notices"
