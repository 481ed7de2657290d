"""What `manage.py bench` measures, a part to a module; each part yields its figures as they are known."""

from collections.abc import Callable, Iterator

from game.bench import engine
from game.bench.figure import Figure

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {"engine": engine.measure}

__all__ = ["PARTS", "Figure"]
