"""A Redis with options of its own, or one that can go away and come back on the same port."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis

from bench.services import find_program, running_process


@contextmanager
def redis_with(*options: str, **client: object) -> Iterator[tuple[Path, int]]:
    """A Redis with these options, and its folder and process."""
    server = find_program("redis-server")
    with tempfile.TemporaryDirectory(prefix="every-other-redis-") as work:
        folder = Path(work)
        given = [option.replace("WORK", work) for option in options]
        at = {name: str(value).replace("WORK", work) for name, value in client.items()}

        def answers() -> None:
            with Redis(**at) as line:  # type: ignore[arg-type]
                line.ping()

        with running_process(
            [server, "--save", "", "--dir", work, *given], work, answers, stop=signal.SIGKILL
        ) as it:
            yield folder, it.pid


@contextmanager
def redis_on_port(port: int) -> Iterator[None]:
    """A Redis on this port, until the context ends."""
    with redis_with("--bind", "127.0.0.1", "--port", str(port), port=port):
        yield
