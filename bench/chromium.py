"""Finds the Chromium that is installed here."""

import shutil

# The shell is the same browser without windows: a page costs it a third less.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    """Where it is, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)
