"""What rooms above write of how games ended, in the same transaction: each adds its own in `AppConfig.ready`.

A recorder gets `ending.Result`s by game. A game that a host takes back, or whose cards cannot be shown, comes
as `ending.VOIDED`, whether or not it has ended before.
"""

from collections.abc import Callable, Mapping
from typing import Any

result_recorders: list[Callable[[Mapping[str, Any]], None]] = []
