"""The sample players: their names, skill and activity, and which of them leave games. Pure."""

from dataclasses import dataclass
from itertools import count, islice

from rng.twister import Twister

NAMES = (
    "Marigold", "OldTom", "PeggySue", "Quillon", "BirchStreet", "Harbor29", "Tamsin", "LeftBower",
    "Ottoline", "Fifteen-Two", "Bramble", "JackOfOaks", "Saltmarsh", "Wren", "Ferdinand", "KitchenTable",
    "Moss-Lane", "Clementine", "DoubleRun", "Pelham", "Hattie", "Juniper", "SecondStreet", "Ambrose",
    "Lantern", "Thistle", "Corwin", "NineteenHand", "Beatrix", "Gullwing", "Rosalind", "Percival",
    "MudLark", "Heron", "Isolde", "Cobbler", "ThreePegs", "Fennel", "Augustin", "Skylark", "Winifred",
    "Pegleg", "Barnaby", "Larkspur", "Theodora", "Driftwood", "Matilda", "Rook-Hill", "Elspeth",
    "Chandler", "SaltyDog", "Nettle", "Bertrand", "Plumtree", "Cordelia", "Hobnail", "Sorrel",
    "GrandpaLou", "Verity", "Tinker", "Millstone", "Arabella", "Foxglove", "Rufus", "Dovetail",
    "Hyacinth", "Mortimer", "Bluebell", "Casper", "Dunmore", "Evangeline", "Flint", "Genevieve",
    "Hawthorn",
)  # fmt: skip

USUAL_LEAVE_RATE, LEAVER_RATE = 0.01, 0.75  # share of games left by most players, and by a few
MAX_KEENNESS = 8  # relative to the least active player
PRIVATE_EVERY = 15  # every n-th player's page is private


@dataclass(frozen=True, slots=True)
class SamplePlayer:
    """A sample player."""

    name: str
    skill: float  # probability that the better bot makes a move, from 0 to 1
    keenness: float  # activity relative to the other players
    leave_rate: float
    is_private: bool


def build_samples(names: list[str], chance: Twister) -> list[SamplePlayer]:
    """Build sample players. A few play a lot, most now and then, and one in thirty leaves games."""
    leavers = set(chance.sample(range(len(names)), len(names) // 30))
    return [
        SamplePlayer(
            name=name,
            skill=chance.betavariate(2, 2),
            keenness=min(chance.paretovariate(1.2), MAX_KEENNESS),
            leave_rate=LEAVER_RATE if n in leavers else USUAL_LEAVE_RATE,
            is_private=n % PRIVATE_EVERY == PRIVATE_EVERY - 1,
        )
        for n, name in enumerate(names)
    ]


def sample_names(many: int) -> list[str]:
    """Return this many names. After the end of the list, names repeat with a number."""
    numbered = (f"{name}{n}" for n in count(2) for name in NAMES)
    return [*NAMES[:many], *islice(numbered, max(0, many - len(NAMES)))]
