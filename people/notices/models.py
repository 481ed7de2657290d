"""Notifications, players' switches for them, their devices, and sent mails."""

from django.db import models
from django.db.models import Q

from game.models import Player


class Notice(models.Model):
    """A notification. A player gets one for each kind and subject."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16)
    # The subject key: "event:ID", "game:ID:PLY", "player:ID".
    about = models.CharField(max_length=64)
    # The data of its sentence: names and times in milliseconds, never a card or a score.
    parts = models.JSONField(default=dict)
    # The other player who caused it, if any. It is deleted with their account, because it has their name.
    by = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    # The end of its usefulness for push.
    until = models.DateTimeField(null=True)
    # When a process should next push it; null if never. The process that claims it sets a later time.
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
        return f"{self.kind} notification for {self.player}: {self.about}"


class Switch(models.Model):
    """A player's choice that differs from the default: whether a kind of notification comes a certain way."""

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
    """A browser that receives push messages while the session that subscribed it lasts."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    # The browser's public key and its shared secret, in base64url (RFC 8291).
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=32)
    session = models.CharField(max_length=40, db_index=True)
    # The site's public key at the subscription. Push services accept no other key.
    key = models.CharField(max_length=100, db_default="")
    # The language of the page that subscribed.
    language = models.CharField(max_length=16)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a browser of {self.player}"


class Digest(models.Model):
    """The latest mail of notifications to a player: at most one a day."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="digest")
    tried_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=1)
    sent = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"mail of notifications to {self.player}"
