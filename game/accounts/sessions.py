"""Closes a session's open sockets, and ends push to its browser: both would outlive a log-out."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.contrib.sessions.backends.base import SessionBase

from game.notices.devices import forget_session
from game.runtime.pubsub import publish


def session_digest(session_key: str) -> str:
    """The digest by which other processes know a session, so that its key is never published."""
    return sha256(session_key.encode()).hexdigest()


@contextmanager
def closing_session_sockets(session: SessionBase) -> Iterator[None]:
    """Once the session has become another, close its sockets; open pages reconnect with the new one.

    Its browser is pushed to no more.
    """
    key = session.session_key
    yield
    if key:
        forget_session(key)
        publish("signed_out", session_digest(key))
