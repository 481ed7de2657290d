"""Tells a server of a campaign what to do wrong, by a small file that the server reads again and again."""

import os
from pathlib import Path

import msgspec

SWITCHES_VARIABLE = "CHAOS"  # the environment's name for the file


class Switches(msgspec.Struct, frozen=True):
    """All at rest, a server is the site as it is."""

    clock_ms: int = 0  # how far the clock of its machine is ahead
    lost: float = 0.0  # the share of others' hints that are lost,
    doubled: float = 0.0  # that come twice,
    belated: float = 0.0  # and that come after later ones
    late: float = 0.0  # seconds, at most, by which whatever is asked is heard late
    dies_pairing: bool = False  # whether it is gone once it has written the tables of an event


def read_switches(file: str) -> Switches:
    return msgspec.json.decode(Path(file).read_bytes(), type=Switches)


def write_switches(file: str, switches: Switches) -> None:
    """Takes effect at once for the server that reads it."""
    new = Path(f"{file}.new")
    new.write_bytes(msgspec.json.encode(switches))
    os.replace(new, file)
