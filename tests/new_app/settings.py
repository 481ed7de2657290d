"""The site with one more app: a line in the apps, and a line of addresses."""

from cribbage_site.tests.fast_settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "thanks"]  # noqa: F405
ROOT_URLCONF = "tests.new_app.urls"
