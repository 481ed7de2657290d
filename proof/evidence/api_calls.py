"""Calls about transcripts."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from game.web.api.call import Call, Example
from game.web.api.common import ID, OF_FINISHED
from game.web.api.sections import GAMES
from proof.evidence.document import AnyTranscript, Fair, Player, Rules, SignedTranscript
from proof.evidence.transcript import transcript_response


def show_transcript(request: HttpRequest, game: str) -> HttpResponseBase:
    return transcript_response(request, game)


BEFORE_THE_DEAL = SignedTranscript(
    digest="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", game=ID,
    players=(Player("11", "Ann", None), Player("2", "Novice", "novice")), rules=Rules(121, "auto", None),
    rated=False, clock="none", begun_at="2026-11-26T09:40:00Z", finished_at=None, result=None,
    table_code=None,
    fair=Fair(
        "cribfair/2", ID, "{...}", "ca18f6c2d04b7a5b3e9d1c7f60524e38a19bd7c5e3f10a2b4c6d8e0f91a3b5c7",
        (None, None), (None, None), {},
    ),
    deals=(), moves=(), line="rules{target:121}", bot_stream=None, receipts=((), ()), signatures=(None, None),
    log=None,
)  # fmt: skip
CALLS = {
    GAMES: (
        Call(
            name="show_transcript",
            rank=1,
            method="GET",
            path="/games/{game}/transcript",
            words="Returns the complete transcript of a finished game, which anyone can check"
            " (docs/reference/transcript.md). For a live game, returns what has been revealed so far, with a"
            " token of one of its players.",
            view=show_transcript,
            answer=AnyTranscript,
            refusals=(*OF_FINISHED, "locked"),
            example=Example(
                BEFORE_THE_DEAL,
                path={"game": ID},
            ),
        ),
    ),
}
