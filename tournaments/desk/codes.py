"""Personal codes: the secret part of a player's address, by which they hand in their score cards.

A code belongs to one player, so its holder can enter results of that player's games only. The director can
renew it. It takes no results after the evening has ended, and opens nothing a day after the last pairing.
"""

import math
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext

from common import clock
from common.http.client_ip import client_network
from common.http.rate_limit import RateLimited
from common.refusal import Refusal
from tournaments.desk.models import Sitter

VALID_FOR = timedelta(days=1)  # after the last pairing
WRONG_CODES, WRONG_CODE_SECONDS = 60, 60  # of one address: a room of players may share it


def find_by_code(code: str) -> Sitter:
    """Return the player of a personal page."""
    is_fresh = Q(evening__paired_at=None) | Q(evening__paired_at__gt=clock.now() - VALID_FOR)
    sitter = Sitter.objects.select_related("evening").filter(is_fresh, code=code).first()
    if sitter is None:
        raise Refusal("no_player", gettext("This page doesn’t exist. Ask the director for your link."))
    return sitter


def find_by_request(request: HttpRequest, code: str) -> Sitter:
    """Return the player of a personal page. An address that tries many wrong codes has to wait."""
    network = client_network(request)
    _count_wrong_code(network, 0)
    try:
        return find_by_code(code)
    except Refusal:
        _count_wrong_code(network, 1)
        raise


def _count_wrong_code(network: str | None, amount: int) -> None:
    if network is None:
        return
    counts: Any = cache  # configured as one of common/http/rate_limit_cache.py
    if wait := counts.spend(f"desks.wrong:{network}", amount, WRONG_CODES - 1 + amount, WRONG_CODE_SECONDS):
        raise RateLimited(math.ceil(wait))
