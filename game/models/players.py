"""Players and their blocks. Only players can take a seat."""

from typing import Any
from urllib.parse import parse_qsl

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils.translation import gettext


def mark_name(username: str, nickname: str | None, *, is_api_bot: bool) -> str:
    """Return a name as others see it, with a guest's nickname or an API bot marked as such."""
    if nickname:
        return gettext("%(name)s (guest)") % {"name": nickname}
    return gettext("%(name)s (bot)") % {"name": username} if is_api_bot else username


class Player(AbstractUser):
    """The site's user: a person with an account, a guest, or a bot of the site or of a player."""

    is_guest = models.BooleanField(default=False)
    brain = models.CharField(max_length=32, blank=True, help_text="The bot's brain; empty for people.")
    # Permanent: a program makes the moves by API calls (`game.bot_accounts`).
    is_api_bot = models.BooleanField(default=False, db_default=False, editable=False)
    # The name that a guest chose. Several guests can have the same.
    nickname = models.CharField(max_length=20, blank=True, default="", db_default="")
    # A folded form of the name, unique so that no two accounts look alike. Guests have none.
    likeness = models.CharField(max_length=150, unique=True, null=True, editable=False)
    is_private = models.BooleanField(
        default=False, help_text="The profile page shows points and level alone."
    )
    # Created by `manage.py demo`, and labelled wherever it is shown.
    is_sample = models.BooleanField(default=False, editable=False)
    seen_at = models.DateTimeField(null=True, editable=False)
    # Whether a bot pauses before a card, as a person would.
    bot_pause = models.CharField(
        max_length=8, choices=[("natural", "natural"), ("none", "none")], default="natural"
    )
    # The look and sound of the pages, as `game.accounts.preferences` writes it.
    look = models.CharField(max_length=400, blank=True, default="")
    wants_move_mail = models.BooleanField(
        default=False, help_text="A mail when it is their move in a game with a day for each."
    )
    # Set by the latest rulings. A permanent ban lasts until the last possible year.
    muted_until = models.DateTimeField(null=True, editable=False)
    banned_until = models.DateTimeField(null=True, editable=False)

    class Meta(AbstractUser.Meta):
        verbose_name, verbose_name_plural = "player", "players"
        indexes = [
            models.Index(Upper("username"), name="players_by_name"),
            models.Index(fields=["banned_until"], name="banned_players", condition=~Q(banned_until=None)),
            models.Index(fields=["id"], name="players_who_want_mail", condition=Q(wants_move_mail=True)),
            models.Index(fields=["id"], name="bots_among_players", condition=~Q(brain="")),
            models.Index(fields=["date_joined"], name="players_by_joining"),
        ]

    @property
    def chosen_language(self) -> str:
        """The language chosen with the account; empty if none was chosen."""
        chosen = dict(parse_qsl(self.look)).get("language", "system")
        return "" if chosen == "system" else chosen

    @property
    def language(self) -> str:
        """The language chosen with the account, or else the site's default."""
        return self.chosen_language or settings.LANGUAGE_CODE

    @property
    def shown_name(self) -> str:
        """The name that others see."""
        return mark_name(self.username, self.shown_nickname, is_api_bot=self.is_api_bot)

    @property
    def shown_nickname(self) -> str | None:
        """A guest's nickname; None for all others."""
        return self.nickname or None if self.is_guest else None

    @property
    def beside_name(self) -> dict[str, Any]:
        """The data that a page needs with the name, to show the same as `shown_name`."""
        program = {"program": True} if self.is_api_bot else {}
        return {"nickname": self.shown_nickname, **program}

    @property
    def is_bot(self) -> bool:
        """Whether the player is a bot of the site."""
        return bool(self.brain)

    @property
    def is_any_bot(self) -> bool:
        """Whether a program makes the moves, the site's or a player's."""
        return self.is_bot or self.is_api_bot

    @property
    def has_account(self) -> bool:
        """Whether the player has signed up: a person, or an API bot."""
        return not (self.is_guest or self.is_bot)


class Block(models.Model):
    """A block: its owner is not paired with the other player and sees none of their chat."""

    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.by} blocks {self.blocked}"
