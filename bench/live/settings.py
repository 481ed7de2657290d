"""The site's own settings for measured servers: static files do not change, as in production."""

from cribbage_site.settings import *  # noqa: F403

STATIC_FILES_CHANGE = False
DAILY = False  # its par takes a core for ten seconds
