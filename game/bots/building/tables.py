"""The stages in which the tables are made."""

import json
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from game.bots.building.arrays import arrays
from game.bots.building.dealing import Worth, play
from game.bots.building.pegging import EVERY_FOUR, Plays, means, played
from game.bots.building.stages import Workshop
from game.bots.building.tally import Tally, added, tally
from game.bots.building.throwing import Doubles, Habits, settled, sixes, throw_worth
from game.bots.tables.multisets import DEALER, PONE, Ints
from game.bots.tables.shipped import FILE, RECIPE, Arrays, digests, from_arrays
from game.engine.cards import JACK
from rng.bulk import decks
from rng.framing import H
from rng.twister import seed_for

BLOCKS = 20
LOT = 1 << 16
MOST_LOTS = 64  # beyond, sums in doubles would no longer be exact

HOUSE = Path(__file__).parents[3]
CARRIED_OUT_BY = (
    "game/engine/*.py",
    "game/bots/building/*.py",
    "game/bots/tables/multisets.py",
    "game/bots/scores.py",
    "game/bots/piles.py",
    "game/bots/lanes.py",
    "game/bots/building/tables.py",
    "rng/*.py",
)


@dataclass(frozen=True)
class Recipe:
    """All that the tables depend on besides the program."""

    seed: int = 7
    lots: int = MOST_LOTS
    rounds: int = 12

    def name(self) -> str:
        """A name that changes with the recipe, and with any line of what carries it out."""
        sources = sorted(file for pattern in CARRIED_OUT_BY for file in HOUSE.glob(pattern))
        told = [repr(self).encode(), *[file.read_bytes() for file in sources]]
        return sha256(b"\0".join(told)).hexdigest()[:16]


def shipped(folder: Path) -> Recipe:
    """The recipe of the tables in a folder."""
    told = json.loads((folder / RECIPE).read_text(encoding="utf-8"))
    return Recipe(**{field.name: told[field.name] for field in fields(Recipe)})


class Built(NamedTuple):
    """The arrays to ship, and the tallies of deals that stand behind them."""

    arrays: Arrays
    seen: Tally
    first_lot: Tally


def build(recipe: Recipe, workshop: Workshop) -> Built:
    """Everything, from the rules alone."""
    blocks = [(block, EVERY_FOUR) for block in np.split(EVERY_FOUR, BLOCKS)]
    plays = Plays(*map(np.concatenate, zip(*workshop.parts("pegging", Plays, played, blocks), strict=True)))
    [habits] = workshop.parts("throwing", Habits, settled, [(recipe.rounds,)])
    pegs = means(plays, habits)
    [worth] = workshop.parts("weighing", Worth, worth_of, [(habits, pegs)])
    lots = [(recipe.seed, lot, worth) for lot in range(recipe.lots)]
    tallies = workshop.parts("deals", Tally, tally_of, lots)
    seen = added(tallies)
    return Built(arrays(habits, pegs, seen), seen, tallies[0])


def worth_of(habits: Habits, pegs: Doubles) -> Worth:
    """What each way to part every six is worth to pone and to the dealer, pegging and all."""
    net = (pegs[..., 0] - pegs[..., 1])[:, sixes().kept]
    pone, dealer = (throw_worth(role, habits) + net[role] for role in (PONE, DEALER))
    return Worth(pone.round(9), dealer.round(9))


def tally_of(seed: int, lot: int, worth: Worth, deals: int = LOT) -> Tally:
    """What one lot of deals brings."""
    secret = H(b"tables", str(seed).encode())
    return tally(play(decks(seed_for(secret, str(lot)), deals), worth))


def ship(folder: Path, recipe: Recipe, built: Built) -> None:
    """The arrays in one file, and beside it what they were made of."""
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"unfinished-{FILE}"
    np.savez_compressed(unfinished, allow_pickle=False, **built.arrays)
    unfinished.replace(folder / FILE)
    told = {
        **asdict(recipe),
        "deals": recipe.lots * LOT,
        "figures": figures(built),
        "sha256": digests(built.arrays),
        "first_lot_sha256": digests(built.first_lot._asdict()),
    }
    (folder / RECIPE).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def figures(built: Built) -> dict[str, float]:
    """Averages a deal, to be held against those published."""
    seen = built.seen
    deals = seen.gains.sum()

    def mean(counts: Ints) -> float:
        return float(counts @ np.arange(len(counts)) / deals)

    return {
        "nibs": float(2 * seen.hands[PONE, JACK].sum() / deals),
        "pone_pegs": mean(seen.pegging.sum(axis=1)),
        "dealer_pegs": mean(seen.pegging.sum(axis=0)),
        "pone_hand": mean(seen.hands[PONE].sum(axis=0)),
        "dealer_hand": mean(seen.hands[DEALER].sum(axis=0)),
        "crib": mean(seen.cribs),
        "pone_total": mean(seen.gains.sum(axis=1)),
        "dealer_total": mean(seen.gains.sum(axis=0)),
        "first_dealer_wins": float(from_arrays(built.arrays).win[1, 0, 0]),
    }
