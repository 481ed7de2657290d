"""The settings of servers of tests, but passwords are hashed as the site does it."""

from cribbage_site import settings
from cribbage_site.tests.fast_settings import *  # noqa: F403

PASSWORD_HASHERS = settings.PASSWORD_HASHERS
