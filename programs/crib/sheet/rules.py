"""The rules that a score sheet names. Over the board people play to other targets than the site's. Pure."""

from dataclasses import dataclass

from game.engine.i18n import gettext_noop
from game.engine.state import EVEN_START, MOST_HOLES, SKUNK_LINES, Counting, Rules, Seat
from programs.crib.faults import CribFault
from programs.crib.sheet.model import Sheet

DEFAULT = "121"
LEAST_TARGET, MOST_TARGET = 11, 361


@dataclass(frozen=True, slots=True)
class OtherRules(Rules):
    """Rules with a target for which the site has no games: nothing marks a skunk."""

    def __post_init__(self) -> None:
        """Check nothing: `rules_of` does."""

    def value(self, loser_score: int) -> int:
        return 1


def rules_of(sheet: Sheet) -> Rules:
    """Return the rules of a sheet. Raise CribFault if no game has them."""
    target_text, *words = sheet.tag("Rules", DEFAULT).split(" ")
    counting, first, start = Counting.AUTO, None, EVEN_START
    for word in words:
        if word.startswith("first="):
            first = Seat("ab".index(word[-1]))
        elif word.startswith("start="):
            one, other = word.removeprefix("start=").split("-")
            start = int(one), int(other)
        else:
            counting = Counting(word)
    target = int(target_text)
    at = sheet.place_of("Rules")
    if not LEAST_TARGET <= target <= MOST_TARGET:
        raise CribFault(
            gettext_noop("A game goes to %(least)s at least and to %(most)s at most."),
            at=at,
            least=LEAST_TARGET,
            most=MOST_TARGET,
        )
    if min(start) != 0 or max(start) > min(MOST_HOLES, target - 1):
        raise CribFault(gettext_noop("One side may start up to twelve holes ahead."), at=at)
    kind = Rules if target in SKUNK_LINES else OtherRules
    return kind(target, counting, first, start)
