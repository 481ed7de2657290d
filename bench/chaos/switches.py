"""Switch faults in a server on and off, through a small file that the server polls."""

import os
from pathlib import Path

import msgspec

SWITCHES_VARIABLE = "CHAOS"  # the environment variable that names the file


class Switches(msgspec.Struct, frozen=True):
    """The faults of a server. With the defaults it is the normal site."""

    clock_ms: int = 0  # how far its clock is ahead
    lost: float = 0.0  # share of other processes' hints that are lost,
    doubled: float = 0.0  # that are delivered twice,
    belated: float = 0.0  # and that are delivered after later ones
    late: float = 0.0  # maximum delay of received messages in seconds
    dies_pairing: bool = False  # whether it dies after writing the tables of an event


def read_switches(file: str) -> Switches:
    return msgspec.json.decode(Path(file).read_bytes(), type=Switches)


def write_switches(file: str, switches: Switches) -> None:
    """Set the switches. The server that reads the file applies them soon."""
    new = Path(f"{file}.new")
    new.write_bytes(msgspec.json.encode(switches))
    os.replace(new, file)
