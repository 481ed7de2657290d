"""A browser's connection to a table."""

from typing import Any

import websockets


def line(door: str, game: str, cookies: str) -> Any:
    """It lasts as long as both ends want, however slow the machine is."""
    headers = {"Cookie": cookies, "Origin": door.replace("ws", "http", 1)}
    patience: Any = {"open_timeout": 60, "close_timeout": 1, "ping_interval": None}
    return websockets.connect(f"{door}/ws/table/{game}", additional_headers=headers, **patience)
