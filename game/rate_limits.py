"""How often a player may ask for what is made, said or worked out; and what a page says to one who did more.

Each is far from what somebody does who plays. docs/security.md says why each is what it is.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

from common.rate_limit import RateLimit, RateLimited

CALLS = RateLimit("calls", 600, 60)  # anything of the API
GAMES = RateLimit("games", 30, 60)  # made, joined, accepted, asked for again
GUESTS = RateLimit(
    "guests", 100, 60, shares_per_address=1
)  # who comes without a session: counted by address alone
CHAT_LINES = RateLimit("lines", 5, 10)  # of chat
ADVICE = RateLimit("lab", 100, 20, shares_per_address=3)  # each is worked out by a bot's process
TRANSCRIPTS = RateLimit("transcripts", 60, 60)  # all deals of a game are dealt again for one
SOCKETS = RateLimit("sockets", 120, 60)  # opened


class RateLimitMiddleware(MiddlewareMixin):
    """A page is answered with a page where it was too much; calls of the API answer for themselves."""

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        if not isinstance(fault, RateLimited):
            return None
        about = {"heading": gettext("One moment, please"), "says": fault.says, "code": "too_many"}
        answer = render(request, "refusal.html", about, status=429)
        answer.headers["Retry-After"] = str(fault.retry_after)
        return answer
