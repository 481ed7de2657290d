"""The site on a machine whose clock is a minute ahead."""

from common import clock

real_time = clock.time
clock.time = lambda: real_time() + 60

from cribbage_site.asgi import application  # noqa: E402

__all__ = ["application"]
