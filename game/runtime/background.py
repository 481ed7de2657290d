"""Finds each app's jobs and listeners, in the order of the installed apps.

An app lists them in a module `jobs`: JOBS are scheduled, and LISTENERS are subscribed. Importing it registers
nothing. `start_background` is called by a process that serves players (`cribbage_site.asgi`) and by
`manage.py sweep`. Other commands start without it.
"""

from functools import cache

from common.app_modules import load_app_modules
from game.runtime.pubsub import Listener, pubsub
from game.runtime.scheduler import Job, scheduler


def load_jobs() -> list[Job]:
    """Return every job in order. One process, which can be `manage.py sweep`, runs the site-wide ones."""
    return [job for module in load_app_modules("jobs") for job in getattr(module, "JOBS", ())]


def load_listeners() -> list[tuple[str, Listener]]:
    """Return every listener with its kind of message."""
    return [each for module in load_app_modules("jobs") for each in getattr(module, "LISTENERS", ())]


@cache
def start_background() -> None:
    """Schedule every job and subscribe every listener, once per process."""
    for job in load_jobs():
        scheduler.schedule(job)
    for kind, listener in load_listeners():
        pubsub.subscribe(kind, listener)
