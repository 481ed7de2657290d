"""Settings for test servers without razz, while its folder still exists."""

from cribbage_site.tests.fast_settings import *  # noqa: F403

INSTALLED_APPS = [app for app in INSTALLED_APPS if app != "rng.razz"]  # noqa: F405
