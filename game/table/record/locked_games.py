"""Games whose key is missing: they wait, their clocks stand still, and nothing is lost."""

import logging

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.database.thread import on_the_database_thread
from game.models import GameQuerySet
from game.table.record.sealed_secrets import missing_keys
from rng.seal import KeyMissing

log = logging.getLogger(__name__)

LOCKED = _(
    "The server doesn’t have the key to this game at the moment. Nothing is lost and no "
    "clock is running. This page will come back by itself."
)
RECONNECT_MS = 5000

# The games that this process could not decrypt, and the keys that it needs for them.
_locked_games: set[str] = set()
_missing_keys: set[str] = set()


def note_locked_game(game_id: str, fault: KeyMissing) -> None:
    """Remember a live game that can't be decrypted here, and log it once."""
    _missing_keys.add(fault.key)
    if game_id not in _locked_games:
        _locked_games.add(game_id)
        log.error(
            "game %s: waiting because it can't be decrypted here. %s Is it in SEALING_KEYS?", game_id, fault
        )


def report_missing_keys() -> None:
    """Log which keys are missing, before players come."""
    for key in missing_keys() - _missing_keys:
        _missing_keys.add(key)
        log.error("Live games wait for the key %s with their clocks stopped. Is it in SEALING_KEYS?", key)


async def report_missing_keys_async() -> None:
    await on_the_database_thread(report_missing_keys)()


def are_known() -> bool:
    """Return whether any game may have to wait for a key."""
    return bool(_missing_keys)


def only_locked(games: GameQuerySet) -> GameQuerySet:
    """Filter games whose clocks stand still because their key is missing."""
    return games.filter(_locked_condition()) if _missing_keys else games.none()


def without_locked(games: GameQuerySet) -> GameQuerySet:
    """Filter games that are not known to be locked."""
    return games.exclude(_locked_condition()) if _missing_keys else games


def _locked_condition() -> Q:
    locked = Q()
    for key in sorted(_missing_keys):
        locked |= Q(secrets__sealed__startswith=key)
    return locked
