"""Parse environment variables into the values that settings need."""

import fcntl
import os
import re
from datetime import datetime, time
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import to_language

from common.formats.base64url import from_base64url
from cribbage_site.database_pool import MAX_CONNECTIONS, MIN_CONNECTIONS, pool_options
from rng import entropy


def split_commas(text: str) -> list[str]:
    """Split comma-separated words and strip the blanks around them."""
    return [word.strip() for word in text.split(",") if word.strip()]


TITLES = {"master": 0.25, "expert": 0.5, "club": 0.8}


def parse_titles(text: str) -> dict[str, float]:
    """Parse the thresholds of titles: "master=0.25, expert=0.5". Titles not named keep theirs.

    The highest title comes first.
    """
    given = [part.partition("=") for part in split_commas(text)]
    try:
        titles = TITLES | {name: float(most) for name, _, most in given}
    except ValueError:
        titles = {}
    if titles.keys() != TITLES.keys() or [*titles.values()] != sorted(titles.values()):
        raise ImproperlyConfigured(
            f"Write TITLES as master=0.25, expert=0.5, club=0.8, in ascending order, not {text!r}."
        )
    return titles


ENGINE_NAME = re.compile(r"[A-Za-z]+(?:[-_][A-Za-z]+)*")


def parse_engines(text: str) -> dict[str, Path]:
    """Parse the programs that play as house bots, by account name: mine:/path/to/program."""
    engines: dict[str, Path] = {}
    for word in split_commas(text):
        name, _, path = word.partition(":")
        is_name = 3 <= len(name) <= 20 and ENGINE_NAME.fullmatch(name)
        is_new = name.lower().replace("-", "_") not in [one.lower().replace("-", "_") for one in engines]
        if not (is_name and is_new and path.startswith("/")):
            raise ImproperlyConfigured(
                "Write ENGINES as name:/path/to/program, each name once, of 3 to 20 letters with - or _ "
                f"between them; not {word!r}."
            )
        engines[name] = Path(path)
    return engines


def parse_times(text: str) -> list[time]:
    """Parse times of day in UTC: 19:30, 21:00."""
    try:
        return [datetime.strptime(word, "%H:%M").time() for word in split_commas(text)]
    except ValueError:
        raise ImproperlyConfigured(f"Write times of day as 19:30, 21:00, not {text!r}.") from None


def read_lines(file: Path) -> list[str]:
    """Return the nonempty lines of a file that may be missing."""
    return [line for line in file.read_text().split() if line] if file.is_file() else []


def read_or_make_secret(file: Path) -> str:
    """Read the secret that a site at home keeps in a file. Create the file if it is missing.

    Of processes that start at the same time, one creates it and all others wait.
    """
    try:
        with os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+") as opened:
            fcntl.flock(opened, fcntl.LOCK_EX)
            if secret := opened.read().strip():
                return secret
            secret = entropy.secret().hex()
            opened.write(f"{secret}\n")
            opened.flush()
            os.fsync(opened.fileno())  # values sealed with this secret must not outlive it
            return secret
    except OSError as why:
        says = f"The site's secret cannot be stored in {file} ({why.strerror}): set SECRET_KEY."
        raise ImproperlyConfigured(says) from None


def postgresql_settings(url: str, pool: int = MAX_CONNECTIONS) -> dict[str, Any]:
    """Return Django's settings for postgresql://user:password@host:port/name?option=value."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql:// (leave it unset for SQLite).")
    if pool < MIN_CONNECTIONS:
        raise ImproperlyConfigured(f"DATABASE_POOL must be at least {MIN_CONNECTIONS}.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            "prepare_threshold": 5,
            "connect_timeout": 5,
            "pool": pool_options(pool),
            **dict(parse_qsl(parts.query)),
        },
    }


def parse_listener(address: str) -> tuple[str, int] | None:
    """Parse a host and a port to listen at. Return None for an empty text."""
    host, _, port = address.rpartition(":")
    if address and not (host and port.isdigit()):
        raise ImproperlyConfigured("METRICS must be host:port, such as 127.0.0.1:9100, or unset.")
    return (host.strip("[]"), int(port)) if address else None


# The order of the curve that push services use. A private key is smaller than this number.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def parse_push_key(text: str) -> str:
    """Check the private key that identifies the site to push services: 32 bytes in base64url, or empty."""
    try:
        key = from_base64url(text)
        is_key = not text or (len(key) == 32 and 0 < int.from_bytes(key) < P256_ORDER)
    except ValueError:
        is_key = False
    if not is_key:
        raise ImproperlyConfigured(
            "VAPID_PRIVATE_KEY must be a key that `manage.py push_key` made, or unset."
        )
    return text


def sqlite_settings(path: str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,  # a new connection costs as much as a page's queries
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            "timeout": 10,
        },
    }


def mail_settings(url: str, *, is_printed: bool = True) -> dict[str, Any]:
    """Return Django's settings for smtp://user:password@host:port with STARTTLS, or smtps:// with TLS.

    A relay on the same machine needs neither. Without a URL, a site at home prints its mail.
    """
    if not url:
        without = "django.core.mail.backends.console" if is_printed else "cribbage_site.email_backend"
        return {"EMAIL_BACKEND": f"{without}.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be like smtp://user:password@host:587, or smtps://.")
    is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or {"smtp": 587, "smtps": 465}[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp" and not is_here,
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 10,
    }


def find_languages(folder: str) -> list[tuple[str, str]]:
    """Find the languages in a folder of <locale>/LC_MESSAGES, in the form of the setting."""
    folders = Path(folder).glob("*/LC_MESSAGES") if folder else ()
    return [(code := to_language(path.parent.name), code) for path in sorted(folders)]
