"""Appointments for games."""

from datetime import datetime

from django.db import models
from django.db.models import Q

from game.lobby.pairing import GameSettings
from game.models import Player
from people.appointments.times import closes_at, opens_at


class Appointment(models.Model):
    """A time that a player suggests for a game: to another player, or to the first who accepts by link."""

    class State(models.TextChoices):
        ASKED = "asked"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        CANCELLED = "cancelled"

    # Its URL is the link to send, so the id is too long to guess.
    id = models.CharField(primary_key=True, max_length=16)
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    # None until a player accepts by link.
    to = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    # The fields of `GameSettings`, from the view of `by`.
    settings = models.JSONField()
    starts_at = models.DateTimeField()
    created_at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.ASKED)
    # When both players are due a reminder; null if never, or no longer.
    remind_at = models.DateTimeField(null=True)
    # The seek, and then the game, to which the players came from its page.
    game = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(fields=["starts_at"], name="appointments_by_time"),
            models.Index(fields=["remind_at"], name="reminders_due", condition=~Q(remind_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.by} and {self.to or 'anyone with the link'}, {self.starts_at:%Y-%m-%d %H:%M}"

    @property
    def opens_at(self) -> datetime:
        """The time from which its page offers to play."""
        return opens_at(self.starts_at)

    @property
    def closes_at(self) -> datetime:
        """The time until which its page offers to play."""
        return closes_at(self.starts_at)

    @property
    def is_standing(self) -> bool:
        """Whether it is neither declined nor cancelled."""
        return self.state in (self.State.ASKED, self.State.ACCEPTED)

    def settings_for(self, player: object) -> GameSettings:
        """Return the settings of the game from the view of one of its players."""
        settings = GameSettings(**self.settings)
        return settings if player == self.by else settings.from_the_other_seat()

    def other_than(self, player: object) -> Player | None:
        """Return the opponent of one of its players."""
        return self.to if player == self.by else self.by
