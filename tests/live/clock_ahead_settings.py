"""The site's own settings, to serve it on a machine whose clock is a minute ahead."""

from cribbage_site.tests.fast_settings import *  # noqa: F403

ASGI_APPLICATION = "tests.live.clock_ahead_app.application"
