"""The stages in which the tables are built."""

import json
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from game.bots.building.arrays import build_arrays
from game.bots.building.dealing import Worth, play_deals
from game.bots.building.pegging import EVERY_FOUR, Plays, mean_pegs, play_fours
from game.bots.building.stages import StageRunner
from game.bots.building.tally import Tally, sum_tallies, tally_deals
from game.bots.building.throwing import Doubles, Habits, converged_habits, sixes, throw_worth
from game.bots.tables.multisets import DEALER, PONE, Ints
from game.bots.tables.shipped import RECIPE_FILE, TABLES_FILE, Arrays, array_digests, tables_from_arrays
from game.engine.cards import JACK
from rng.bulk import decks
from rng.framing import H
from rng.twister import stream_seed

BLOCKS = 20
LOT = 1 << 16
MOST_LOTS = 64  # more would make sums of doubles inexact

ROOT = Path(__file__).parents[3]
SOURCE_GLOBS = (
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

    def cache_key(self) -> str:
        """A key that changes with the recipe, and with any line of the code that carries it out."""
        sources = sorted(file for pattern in SOURCE_GLOBS for file in ROOT.glob(pattern))
        parts = [repr(self).encode(), *[file.read_bytes() for file in sources]]
        return sha256(b"\0".join(parts)).hexdigest()[:16]


def load_recipe(folder: Path) -> Recipe:
    """Load the recipe of the tables in a folder."""
    recipe = json.loads((folder / RECIPE_FILE).read_text(encoding="utf-8"))
    return Recipe(**{field.name: recipe[field.name] for field in fields(Recipe)})


class BuiltTables(NamedTuple):
    """The arrays to ship, and the tallies of deals they were built from."""

    arrays: Arrays
    tally: Tally
    first_lot: Tally


def build_tables(recipe: Recipe, workshop: StageRunner) -> BuiltTables:
    """Build everything from the rules alone."""
    blocks = [(block, EVERY_FOUR) for block in np.split(EVERY_FOUR, BLOCKS)]
    plays = Plays(
        *map(np.concatenate, zip(*workshop.run_stage("pegging", Plays, play_fours, blocks), strict=True))
    )
    [habits] = workshop.run_stage("throwing", Habits, converged_habits, [(recipe.rounds,)])
    pegs = mean_pegs(plays, habits)
    [worth] = workshop.run_stage("weighing", Worth, worth_with_pegging, [(habits, pegs)])
    lots = [(recipe.seed, lot, worth) for lot in range(recipe.lots)]
    tallies = workshop.run_stage("deals", Tally, tally_lot, lots)
    tally = sum_tallies(tallies)
    return BuiltTables(build_arrays(habits, pegs, tally), tally, tallies[0])


def worth_with_pegging(habits: Habits, pegs: Doubles) -> Worth:
    """What each way to part every six is worth to pone and to the dealer, pegging included."""
    net = (pegs[..., 0] - pegs[..., 1])[:, sixes().kept]
    pone, dealer = (throw_worth(role, habits) + net[role] for role in (PONE, DEALER))
    return Worth(pone.round(9), dealer.round(9))


def tally_lot(seed: int, lot: int, worth: Worth, deals: int = LOT) -> Tally:
    """Tally one lot of deals."""
    secret = H(b"tables", str(seed).encode())
    return tally_deals(play_deals(decks(stream_seed(secret, str(lot)), deals), worth))


def write_tables(folder: Path, recipe: Recipe, built: BuiltTables) -> None:
    """Write the arrays to one file, and next to it the recipe they were made by."""
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"unfinished-{TABLES_FILE}"
    np.savez_compressed(unfinished, allow_pickle=False, **built.arrays)
    unfinished.replace(folder / TABLES_FILE)
    contents = {
        **asdict(recipe),
        "deals": recipe.lots * LOT,
        "figures": figures(built),
        "sha256": array_digests(built.arrays),
        "first_lot_sha256": array_digests(built.first_lot._asdict()),
    }
    (folder / RECIPE_FILE).write_text(json.dumps(contents, indent=2) + "\n", encoding="utf-8")


def figures(built: BuiltTables) -> dict[str, float]:
    """Averages per deal, to compare with the published ones."""
    tally = built.tally
    deals = tally.gains.sum()

    def mean(counts: Ints) -> float:
        return float(counts @ np.arange(len(counts)) / deals)

    return {
        "nibs": float(2 * tally.hands[PONE, JACK].sum() / deals),
        "pone_pegs": mean(tally.pegging.sum(axis=1)),
        "dealer_pegs": mean(tally.pegging.sum(axis=0)),
        "pone_hand": mean(tally.hands[PONE].sum(axis=0)),
        "dealer_hand": mean(tally.hands[DEALER].sum(axis=0)),
        "crib": mean(tally.cribs),
        "pone_total": mean(tally.gains.sum(axis=1)),
        "dealer_total": mean(tally.gains.sum(axis=0)),
        "first_dealer_wins": float(tables_from_arrays(built.arrays).win[1, 0, 0]),
    }
