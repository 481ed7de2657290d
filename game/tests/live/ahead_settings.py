"""The site's own settings, to serve it on a machine whose clock is a minute ahead."""

from cribbage_site.tests.served import *  # noqa: F403

ASGI_APPLICATION = "game.tests.live.ahead.application"
