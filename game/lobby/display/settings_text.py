"""A game's settings as sentences."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

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


def describe_settings(settings: GameSettings, head_start: Sequence[str] = ()) -> list[str]:
    """Describe the settings of a game, one sentence each."""
    kind = KINDS[settings.rated] % {"target": settings.target}
    match = [BEST_OF % {"games": settings.best_of}] if settings.best_of > 1 else []
    return [kind, *head_start, *match, str(COUNTINGS[settings.counting]), str(CLOCKS[settings.clock])]


def describe_invitation(settings: GameSettings, owner: str) -> list[str]:
    """Describe the settings of a game by link for the reader of the link, addressed as "you"."""
    says = HEAD_STARTS[settings.ahead > 0](abs(settings.ahead)) if settings.ahead else ""
    head_start = [says % {"name": owner, "holes": abs(settings.ahead)}] if says else []
    return describe_settings(settings, head_start)


def describe_own_link(settings: GameSettings) -> list[str]:
    """Describe the settings of a game by link for its owner."""
    says = OWN_HEAD_STARTS[settings.ahead > 0](abs(settings.ahead)) if settings.ahead else ""
    return describe_settings(settings, [says % {"holes": abs(settings.ahead)}] if says else [])


# Keyed by whether the owner of the link starts ahead.
HEAD_STARTS = {
    True: lambda n: ngettext(
        "%(name)s starts %(holes)s hole ahead.", "%(name)s starts %(holes)s holes ahead.", n
    ),
    False: lambda n: ngettext("You start %(holes)s hole ahead.", "You start %(holes)s holes ahead.", n),
}
OWN_HEAD_STARTS = {
    True: HEAD_STARTS[False],
    False: lambda n: ngettext(
        "Your friend starts %(holes)s hole ahead.", "Your friend starts %(holes)s holes ahead.", n
    ),
}
