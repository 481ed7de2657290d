"""The strategies by name. Their code is imported when they run: `--help` needs no bots and no site."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.lazy_import import lazy_import
from ranking.models import Kind

if TYPE_CHECKING:
    from bench.cheaters.site import Site
    from game.models import Player


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to cheat for an hour. It plays on a site, and returns the account that should climb."""

    name: str
    description: str
    function: str
    kind: Kind = Kind.PEOPLE
    # The honest strategy to compare with if chance is involved. Without one, honest play gains nothing.
    beside: str = ""

    @property
    def hour(self) -> "Callable[[Site], Awaitable[Player]]":
        return lazy_import(f"bench.cheaters.strategies.{self.function}")


STRATEGIES = {
    strategy.name: strategy
    for strategy in (
        Strategy("honest-people", "honest: plays people of the same strength", "honest_people"),
        Strategy("honest-bots", "honest: plays a bot of the same strength", "honest_bots", Kind.HOUSE),
        Strategy("puppets", "throw-away accounts resign at once", "puppets_resign"),
        Strategy("puppets-late", "throw-away accounts resign once a deal was counted", "puppets_resign_late"),
        Strategy("puppets-played", "throw-away accounts lose whole games", "puppets_play"),
        Strategy("ring", "four new accounts qualify among themselves, then lose to one", "ring"),
        Strategy(
            "prepared-ring", "three accounts that were prepared days before lose to one", "prepared_ring"
        ),
        Strategy("one-place", "two accounts from one address", "one_place"),
        Strategy(
            "sandbagging", "loses on purpose, then wins from below", "sandbagging", beside="honest-people"
        ),
        Strategy(
            "aborts-people", "resigns bad first deals against people", "aborts_people", beside="honest-people"
        ),
        Strategy(
            "aborts-bots", "resigns bad first deals against a bot", "aborts_bots", Kind.HOUSE, "honest-bots"
        ),
        Strategy("timing-out", "lets lost games run out", "timing_out", beside="honest-people"),
        Strategy(
            "advised", "follows a bot's advice from another window", "advised", beside="honest-advanced"
        ),
        Strategy("honest-advanced", "honest: plays as well as that bot", "honest_advanced"),
    )
}
