"""Calls about games as .crib files (docs/reference/crib.md)."""

from django.http import HttpRequest
from django.utils.translation import gettext
from msgspec import Struct

from common.formats.json import Json
from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.rate_limits import PASTES, TRANSCRIPTS
from game.web.api.call import Call, Example
from game.web.api.common import ID, OF_FINISHED
from game.web.api.sections import GAMES
from game.web.finished_game import load_finished_game
from game.web.opened import refusing_sealed_secrets
from game.wire.frames import PlayerAtTable
from game.wire.replays import Replay, Result, Rules
from programs.crib.of_game import load_crib
from programs.crib.reading import LONGEST, TOO_LONG, CribFault, parse_crib
from programs.crib.web.pages import describe_fault, pasted_json, tidy
from programs.crib.writing import write_crib


class CribFile(Struct, frozen=True):
    """A finished game as a .crib."""

    game: str
    crib: str


class CribBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The text of a .crib."""

    crib: str


def show_crib(request: HttpRequest, game: str) -> CribFile:
    found = load_finished_game(game, request.user)
    check_rate_limit(request, TRANSCRIPTS)
    with refusing_sealed_secrets():
        return CribFile(found.pk, write_crib(load_crib(found.pk)))


def read_crib(request: HttpRequest, body: CribBody) -> Json:
    check_rate_limit(request, PASTES)
    if len(body.crib) > LONGEST:
        raise Refusal("bad_request", gettext(TOO_LONG))
    try:
        return pasted_json(parse_crib(tidy(body.crib)))
    except CribFault as fault:
        raise Refusal("bad_request", describe_fault(fault)) from None


SHORT_CRIB = """[Format "every-other/crib/1"]
[A "Ann"]
[B "Bob"]
[Rules "61 auto"]
[Result "b 0-0 1 resigned"]

#0 2D 3S
#1 9H AS 6H 6S TS 5S 7H 4D 5C QC 9C 5D KS
a-resign
"""
CALLS = {
    GAMES: (
        Call(
            name="show_crib",
            rank=1,
            method="GET",
            path="/games/{game}/crib",
            words="Returns a finished game as a `.crib` (docs/reference/crib.md). `/game/<game>/crib` is the"
            " same as a file.",
            view=show_crib,
            answer=CribFile,
            refusals=(*OF_FINISHED, "locked"),
            example=Example(CribFile(ID, SHORT_CRIB), path={"game": ID}),
        ),
        Call(
            name="read_crib",
            rank=5,
            method="POST",
            path="/crib",
            words="Reads a game in `.crib` from any site and replays it. Nothing of it is stored. A refusal"
            " says what is wrong with the text.",
            view=read_crib,
            body=CribBody,
            max_bytes=4 * LONGEST,
            answer=Replay,
            example=Example(
                Replay(
                    None,
                    (PlayerAtTable("Ann", False, False, None), PlayerAtTable("Bob", False, False, None)),
                    Rules(61, "auto", "", False),
                    Result(1, 1, "resigned", (0, 0)),
                    [],
                ),
                body=CribBody(SHORT_CRIB),
            ),
        ),
    ),
}
