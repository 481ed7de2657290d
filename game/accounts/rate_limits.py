"""Rate limits for what players create, write or have computed, and the page for those who exceed one.

Each limit is far above what a person needs. docs/explanation/security.md lists them.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

from common.http.rate_limit import RateLimit, RateLimited

CALLS = RateLimit("calls", 600, 60)  # of the API
GAMES = RateLimit("games", 30, 60)  # created, joined, accepted, rematched
GUESTS = RateLimit("guests", 100, 60, shares_per_address=1)  # new ones have no account: by address only
NICKNAMES = RateLimit("nicknames", 10, 600)
CHAT_LINES = RateLimit("lines", 5, 10)
ADVICE = RateLimit("lab", 100, 20, shares_per_address=3)  # each is computed by a worker process
TRANSCRIPTS = RateLimit("transcripts", 60, 60)  # each replays all deals of a game
INVITATIONS = RateLimit("invitations", 10, 60, shares_per_address=3)  # each replays a bot's game
PASTES = RateLimit("pastes", 30, 60)  # each replays a game
BOARDS = RateLimit("boards", 30, 60)  # each opens up to twenty tables
PICTURES = RateLimit("pictures", 60, 60, shares_per_address=1)  # each is drawn by a worker process
EMBEDS = RateLimit("embeds", 120, 60)  # boards on other sites, and their requests
DEVICES = RateLimit("devices", 20, 60)  # devices for which push is turned on or off
DESKS = RateLimit("desks", 240, 60)  # changes by a director and all players of an evening
CARDS = RateLimit("desks.cards", 20, 60, shares_per_address=20)  # score cards of one player, without account
EVENT_FILES = RateLimit("events.csv", 30, 60, shares_per_address=3)
API_BY_TOKEN = RateLimit("api", 600, 60)  # calls of the platform
API_KEYS = RateLimit("api.keys", 1000, 86_400)  # idempotency keys, which are stored for a day
API_BY_ADDRESS = RateLimit("api.open", 300, 60, shares_per_address=1)  # those without a token
SOCKETS = RateLimit("sockets", 120, 60)


class RateLimitMiddleware(MiddlewareMixin):
    """The middleware that answers page requests over a limit with a page. API calls answer themselves."""

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        if not isinstance(fault, RateLimited):
            return None
        context = {"heading": gettext("One moment, please"), "message": fault.says, "code": "too_many"}
        answer = render(request, "refusal.html", context, status=429)
        answer.headers["Retry-After"] = str(fault.retry_after)
        return answer
