"""The site's own settings, to serve it with a clock that a test moves."""

from cribbage_site.tests.fast_settings import *  # noqa: F403

ASGI_APPLICATION = "tests.worlds.moved_clock_app.application"
