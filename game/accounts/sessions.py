"""Closes a session's open sockets, and everything else that would outlive a logout."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.contrib.sessions.backends.base import SessionBase

from game.runtime.pubsub import publish

# Called with the key of a session that has ended. Each app adds its own in `AppConfig.ready`.
on_end: list[Callable[[str], None]] = []


def session_digest(session_key: str) -> str:
    """Return the digest by which other processes identify a session, so that its key is never published."""
    return sha256(session_key.encode()).hexdigest()


@contextmanager
def closing_session_sockets(session: SessionBase) -> Iterator[None]:
    """Close a session's sockets after it has changed. Open pages reconnect with the new one."""
    key = session.session_key
    yield
    if key:
        for forget in on_end:
            forget(key)
        publish("signed_out", session_digest(key))
