"""Calls about transcripts."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from common.formats.json import Json
from game.web.api.call import Call, Example
from game.web.api.common import ID, OF_FINISHED
from game.web.api.sections import GAMES
from proof.evidence.transcript import transcript_response


def show_transcript(request: HttpRequest, game: str) -> HttpResponseBase:
    return transcript_response(request, game)


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
            answer=Json,
            refusals=(*OF_FINISHED, "locked"),
            example=Example(
                {"format": "every-other/transcript/3", "digest": "9f86d081884c7d65..."},
                path={"game": ID},
            ),
        ),
    ),
}
