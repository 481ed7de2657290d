"""Calls about transcripts."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from common.formats.json import Json
from programs.api.call import Call, Example
from programs.api.calls.common import ID, OF_FINISHED
from proof.evidence.transcript import transcript_response


def show_transcript(request: HttpRequest, game: str) -> HttpResponseBase:
    return transcript_response(request, game)


CALLS = (
    Call(
        name="show_transcript",
        method="GET",
        path="/games/{game}/transcript",
        words="All of a finished game for anybody’s check, as docs/transcript.md has it; of a live one"
        " what is shown by now, for its players’ tokens.",
        view=show_transcript,
        answer=Json,
        refusals=(*OF_FINISHED, "locked"),
        example=Example(
            {"format": "every-other/transcript/3", "digest": "9f86d081884c7d65..."},
            path={"game": ID},
        ),
    ),
)
