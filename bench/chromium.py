"""Find the installed Chromium."""

import shutil

# The shell is the same browser without windows, and renders a page a third cheaper.
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
    """Return the path of the browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)
