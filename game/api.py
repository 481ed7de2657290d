"""The HTTP API: games are made here."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from game.engine.state import Rules
from game.table.house import BOTS
from game.table.opening import open_bot_game
from game.visitors import player_of


class Refusal(Exception):
    """What was asked cannot be done, with a code and a sentence."""

    def __init__(self, code: str, says: str, status: int = 400) -> None:
        super().__init__(says)
        self.code, self.says, self.status = code, says, status


class GameWanted(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A game as somebody asks for it."""

    against: str
    target: int = 121
    counting: str = "auto"
    clock: str = "none"
    rated: bool = False


def refusal(code: str, says: str, status: int) -> JsonResponse:
    """Any error, in the shape every error has."""
    return JsonResponse({"error": code, "says": says}, status=status)


def speaks_json(view: Callable[[HttpRequest], JsonResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A view whose refusals are answers."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except Refusal as fault:
            return refusal(fault.code, fault.says, fault.status)

    return answer


@require_POST
@speaks_json
def make_game(request: HttpRequest) -> JsonResponse:
    """A new game; a visitor becomes a guest by it."""
    try:
        wanted = msgspec.json.decode(request.body, type=GameWanted)
    except msgspec.DecodeError as fault:
        raise Refusal("bad_request", f"This is no game that can be asked for: {fault}.") from None
    rules = agreed(wanted)
    game = open_bot_game(player_of(request), wanted.against, rules)
    answer: dict[str, Any] = {"game": game.pk, "socket": f"/ws/table/{game.pk}", "invite": None}
    return JsonResponse(answer, status=201)


def agreed(wanted: GameWanted) -> Rules:
    """The rules that are asked for, once they can be played."""
    if wanted.against not in BOTS:
        raise Refusal("bad_request", f"Choose an opponent: {' or '.join(BOTS)}.")
    if wanted.counting != "auto":
        raise Refusal("bad_request", 'Hands are counted for you here: counting is "auto".')
    if wanted.clock != "none":
        raise Refusal("bad_request", 'A game against a bot has no clock: clock is "none".')
    if wanted.rated:
        raise Refusal("bad_request", "Games are casual here: rated is false.")
    try:
        return Rules(wanted.target)
    except ValueError as fault:
        raise Refusal("bad_request", str(fault)) from None
