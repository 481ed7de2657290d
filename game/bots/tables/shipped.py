"""The shipped tables, read once, and only if they match their recipe."""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.bots.tables.multisets import suit_ways

Arrays = dict[str, NDArray[np.generic]]
Floats = NDArray[np.float32]

TABLES_DIR = Path(__file__).parent
TABLES_FILE, RECIPE_FILE = "tables.npz", "recipe.json"
PEGGER_FILE = TABLES_DIR / "pegger.json"
GAME_POINTS = 121
PARTS_OF_A_POINT = 1000
REMEDY = "Restore both files, or run `manage.py build_tables` to make them anew."


class DamagedTables(Exception):
    """The tables cannot be read, or do not match their recipe."""


@dataclass(frozen=True)
class Tables:
    """Roles are 0 for pone and 1 for the dealer; pairs and fours are numbered as in `places`.

    win: chance of who has `mine`, by who deals next (0 the other, 1 itself), mine, theirs; 121 is the game.
    keeps: by role and four, its share of all hands kept.
    throws: by role and pair, its share of all throws.
    pegs: by role and four, the mean points it pegs itself and then those the other pegs against it.
    pegging: by what pone and what the dealer pegs, the share of all deals.
    hands: by role and the starter's rank, the share of hands that count so much.
    cribs: by role and the pair it throws, the share of cribs that count so much.
    """

    win: Floats
    keeps: Floats
    throws: Floats
    pegs: Floats
    pegging: Floats
    hands: Floats
    cribs: Floats

    @cached_property
    def keeps_if_dealt(self) -> Floats:
        """By role and four, how readily it is kept by a side that was dealt it, in any suits; up to 1."""
        return _readiness(self.keeps, 4)

    @cached_property
    def throws_if_dealt(self) -> Floats:
        """By role and pair, how readily it is thrown by a side that was dealt it, in any suits; up to 1."""
        return _readiness(self.throws, 2)


@cache
def tables() -> Tables:
    """The shipped tables, read once."""
    return load_tables(TABLES_DIR)


@cache
def pegger_weights() -> Floats:
    """The shipped weights of the good pegger whom Master takes its opponents to be, until it knows better."""
    return np.array(json.loads(PEGGER_FILE.read_text(encoding="utf-8"))["weights"], np.float32)


def load_tables(folder: Path) -> Tables:
    """Load the tables in a folder, after checking them against the recipe next to them."""
    return tables_from_arrays(read_arrays(folder))


def read_arrays(folder: Path) -> Arrays:
    """Read the arrays in a folder, checked against the recipe next to them."""
    try:
        digests = json.loads((folder / RECIPE_FILE).read_text(encoding="utf-8"))["sha256"]
        with np.load(folder / TABLES_FILE) as file:
            arrays = dict(file)
    except Exception as why:  # a damaged file can raise anything, even a MemoryError
        raise DamagedTables(f"{folder / TABLES_FILE} cannot be read ({why}). {REMEDY}") from why
    if array_digests(arrays) != digests:
        raise DamagedTables(f"{folder / TABLES_FILE} is not what {RECIPE_FILE} beside it tells of. {REMEDY}")
    return arrays


def array_digests(arrays: Arrays) -> dict[str, str]:
    """SHA-256 of each array: its type, its shape and its bytes."""
    return {name: _digest(array) for name, array in sorted(arrays.items())}


def _digest(array: NDArray[np.generic]) -> str:
    little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    return sha256(f"{little.dtype.str} {little.shape} ".encode() + little.tobytes()).hexdigest()


def tables_from_arrays(arrays: Arrays) -> Tables:
    """The tables as chances and points."""
    win = np.zeros((2, GAME_POINTS + 1, GAME_POINTS + 1), np.float32)
    win[:, :GAME_POINTS, :GAME_POINTS] = arrays["win"]
    win[:, GAME_POINTS, :GAME_POINTS] = 1
    return Tables(
        win=win,
        keeps=_shares(arrays["keeps"], 1),
        throws=_shares(arrays["throws"], 1),
        pegs=arrays["pegs"].astype(np.float32) / np.float32(PARTS_OF_A_POINT),
        pegging=_shares(arrays["pegging"], 2),
        hands=_shares(arrays["hands"], 1),
        cribs=arrays["cribs"].astype(np.float32),
    )


def _shares(counts: NDArray[np.generic], axes: int) -> Floats:
    among = tuple(range(-axes, 0))
    counted = counts.astype(np.float64)
    counted /= counted.sum(axis=among, keepdims=True)
    return counted.astype(np.float32)


def _readiness(shares: Floats, size: int) -> Floats:
    readiness = (shares / suit_ways(size)).astype(np.float32)
    readiness /= readiness.max(axis=1, keepdims=True)
    return readiness
