"""The site's own settings, to serve it in a hurry."""

from cribbage_site.tests.fast_settings import *  # noqa: F403

ASGI_APPLICATION = "tests.live.impatient_app.application"
