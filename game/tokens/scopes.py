"""What a token may be for. A call names those of which one will do."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Scope(TextChoices):
    """One thing that a token allows, and what its owner reads of it."""

    PLAY = "play", _("Play your games")
    BOT = "bot", _("Play as a bot, or answer for one")
    CHALLENGE = "challenge", _("Make, accept and decline challenges")
    REVIEW = "review", _("Ask for reviews of games")
    ENGINE = "engine", _("Answer for an engine that plays as a house bot")


# Every token will do, also one without any scope.
ANY = frozenset[Scope]()
AT_A_TABLE = frozenset({Scope.PLAY, Scope.BOT})
TO_MEET = frozenset({Scope.CHALLENGE, Scope.PLAY, Scope.BOT})
OF_BOTS = frozenset({Scope.BOT})
OF_ENGINES = frozenset({Scope.ENGINE})
# A token of these alone is given to a program that plays: it reads what everyone may read.
FOR_PROGRAMS = frozenset({Scope.BOT, Scope.ENGINE})
