"""The site's own settings for test servers: quick hashes, cached files, and patience with a busy machine."""

from cribbage_site.settings import *  # noqa: F403
from cribbage_site.tests.patience import PATIENCE

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_FILES_CHANGE = False
INTERACTIVE_SECONDS = PATIENCE
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "cards.test"]  # noqa: F405
