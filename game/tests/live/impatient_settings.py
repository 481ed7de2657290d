"""The site's own settings, to serve `impatient`."""

from cribbage_site.settings import *  # noqa: F403

ASGI_APPLICATION = "game.tests.live.impatient.application"
