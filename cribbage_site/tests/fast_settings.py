"""The site's own settings, for servers of tests: a password is kept as quickly as it is said."""

from cribbage_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
