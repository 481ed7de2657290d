"""The site's own settings, to serve it with a lie."""

from cribbage_site.tests.fast_settings import *  # noqa: F403

ASGI_APPLICATION = "tests.liars.liar_app.application"
