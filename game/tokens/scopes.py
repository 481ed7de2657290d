"""The scopes of tokens. A call lists scopes of which it requires one."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Scope(TextChoices):
    """One permission of a token, and its description for the owner."""

    PLAY = "play", _("Play your games")
    BOT = "bot", _("Play as a bot, or answer for one")
    CHALLENGE = "challenge", _("Make, accept and decline challenges")
    REVIEW = "review", _("Ask for reviews of games")
    ENGINE = "engine", _("Answer for an engine that plays as a house bot")
    FOLLOW = "follow", _("Follow and block players")


# Any token is enough, also one without any scope.
ANY = frozenset[Scope]()
AT_A_TABLE = frozenset({Scope.PLAY, Scope.BOT})
TO_MEET = frozenset({Scope.CHALLENGE, Scope.PLAY, Scope.BOT})
OF_BOTS = frozenset({Scope.BOT})
TO_FOLLOW = frozenset({Scope.FOLLOW})
OF_ENGINES = frozenset({Scope.ENGINE})
# A token with only these scopes is for a program that plays: it reads public data.
FOR_PROGRAMS = frozenset({Scope.BOT, Scope.ENGINE})
