"""A game's settings as sentences."""

from django.utils.translation import gettext_lazy as _

from game.lobby.pairing import GameSettings

KINDS = {False: _("A game to %(target)s."), True: _("A rated game to %(target)s.")}
BEST_OF = _("It is a match: the best of %(games)s games.")
COUNTINGS = {
    "auto": _("The hands are counted for you."),
    "manual": _("You count your own hands. Points you miss are lost."),
    "muggins": _("You count your own hands, and your opponent can take the points you miss."),
}
CLOCKS = {
    "none": _("No clock."),
    "quick": _("Two minutes each for the game, plus five seconds per move."),
    "standard": _("Five minutes each for the game, plus ten seconds per move."),
    "relaxed": _("A day per move."),
}


def describe_settings(settings: GameSettings) -> list[str]:
    """The rules of a game, a sentence each."""
    kind = KINDS[settings.rated] % {"target": settings.target}
    match = [BEST_OF % {"games": settings.best_of}] if settings.best_of > 1 else []
    return [kind, *match, str(COUNTINGS[settings.counting]), str(CLOCKS[settings.clock])]
