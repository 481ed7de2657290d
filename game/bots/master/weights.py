"""The shipped weights of a good player."""

import json
from functools import cache
from pathlib import Path

import numpy as np

from game.bots.piles import Array

WEIGHTS_FILE = Path(__file__).with_name("weights.json")


@cache
def shipped_weights() -> Array:
    """The weights, read once."""
    return np.array(json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))["weights"], np.float32)
