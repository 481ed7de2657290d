"""Settings for servers of tests, with razz left out while its folder is still there."""

from cribbage_site.tests.fast_settings import *  # noqa: F403

INSTALLED_APPS = [app for app in INSTALLED_APPS if app != "rng.razz"]  # noqa: F405
