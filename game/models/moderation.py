"""Reports and appeals of players, and the rulings of hosts on them."""

from django.contrib.auth.models import Permission
from django.db import models
from django.db.models import Q

from game.models.chat import Chat
from game.models.games import Game
from game.models.players import Player


class Ruling(models.Model):
    """A host's or moderator's action: its kind, player and reason.

    Never changed, only followed by another.
    """

    class Kind(models.TextChoices):
        WARN = "warn", "warned"
        MUTE = "mute", "muted"
        UNMUTE = "unmute", "unmuted"
        BAN = "ban", "banned"
        UNBAN = "unban", "unbanned"
        VOID = "void", "game voided"
        RESET = "reset", "password reset sent"
        ANSWER = "answer", "report answered"
        APPEAL = "appeal", "appeal answered"
        READMIT = "readmit", "let into events again"
        REMOVE = "remove", "shared game removed"
        RESTORE = "restore", "shared game restored"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rulings_made")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="rulings")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="rulings")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)
    # When the player read it; used only for warnings.
    read_at = models.DateTimeField(null=True)

    class Meta:
        permissions = [
            ("warn_player", "Can warn a player"),
            ("mute_player", "Can mute a player, and lift it"),
            ("ban_player", "Can ban a player, and lift it"),
            ("void_game", "Can void a game with its points"),
            ("reset_password", "Can send a password reset"),
            ("answer_report", "Can answer a report"),
            ("answer_appeal", "Can answer an appeal"),
            ("readmit_player", "Can lift a suspension from events"),
        ]
        indexes = [models.Index(fields=["player", "-at"], name="rulings_about")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.by}: {self.reason}"


class Granted(models.Model):
    """A permission given to the moderators' group once. If a host withdraws it, it is not given again."""

    permission = models.OneToOneField(
        Permission, on_delete=models.CASCADE, primary_key=True, related_name="granted"
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.permission)


class Appeal(models.Model):
    """A banned player's appeal against the ban."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="appeals")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player"], name="one_open_appeal", condition=Q(ruling=None))
        ]

    def __str__(self) -> str:
        return f"{self.player} appeals"


class Report(models.Model):
    """A line of chat that a player reports to the host; answered by a ruling."""

    said = models.ForeignKey(Chat, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["said", "by"], name="reported_once_each")]

    def __str__(self) -> str:
        return f"{self.by} reports {self.said_id}"
