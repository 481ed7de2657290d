"""What a browser's session is to its open sockets, which outlive a log-out unless they are told."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.contrib.sessions.backends.base import SessionBase

from game.runtime.pubsub import publish


def session_digest(session_key: str) -> str:
    """A session's key as other processes may hear of it."""
    return sha256(session_key.encode()).hexdigest()


@contextmanager
def closing_session_sockets(session: SessionBase) -> Iterator[None]:
    """Once the session has become another, its sockets close; pages still open come back as that."""
    key = session.session_key
    yield
    if key:
        publish("signed_out", session_digest(key))
