"""A game's settings as sentences."""

from django.utils.translation import gettext_lazy as _

from game.lobby.pairing import GameSettings

KINDS = {False: _("A game to %(target)s."), True: _("A rated game to %(target)s.")}
BEST_OF = _("It is a match: the best of %(games)s games.")
COUNTINGS = {
    "auto": _("The hands are counted for you."),
    "manual": _("You count your own hands: what you overlook is lost."),
    "muggins": _("You count your own hands, and what you overlook your opponent may take."),
}
CLOCKS = {
    "none": _("There is no clock."),
    "quick": _("Two minutes each for the game, and five seconds more with every move."),
    "standard": _("Five minutes each for the game, and ten seconds more with every move."),
    "relaxed": _("A day for every move."),
}


def describe_settings(settings: GameSettings) -> list[str]:
    """The rules of a game, a sentence each."""
    kind = KINDS[settings.rated] % {"target": settings.target}
    match = [BEST_OF % {"games": settings.best_of}] if settings.best_of > 1 else []
    return [kind, *match, str(COUNTINGS[settings.counting]), str(CLOCKS[settings.clock])]
