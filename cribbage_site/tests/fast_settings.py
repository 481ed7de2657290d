"""The site's own settings for test servers: passwords are hashed quickly, and browsers cache files."""

from cribbage_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_FILES_CHANGE = False
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "cards.test"]  # noqa: F405
