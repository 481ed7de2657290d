"""A browser's connection to a table."""

from typing import Any

import websockets


def connect_table(address: str, game: str, cookies: str) -> Any:
    """It lasts as long as both ends want, however slow the machine is."""
    headers = {"Cookie": cookies, "Origin": address.replace("ws", "http", 1)}
    patience: Any = {"open_timeout": 60, "close_timeout": 1, "ping_interval": None}
    return websockets.connect(f"{address}/ws/table/{game}", additional_headers=headers, **patience)
