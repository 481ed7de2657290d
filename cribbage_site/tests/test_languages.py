"""Refusals and goodbyes use the language of their reader. Stored records stay in English."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from common.database.thread import on_the_database_thread
from common.http.language import language_of
from game.consumers.base import open_consumers
from game.consumers.ladder import render_frame
from game.engine.cards import card
from game.engine.moves import IllegalMove
from game.models import Player
from game.table.engine_texts import describe_illegal_move
from ranking import settlement
from ranking.models import Change, Kind, Standing
from ranking.rules.points import exchange
from tests.worlds.transport import FakeTransport, Parrot, wait_until_settled

GERMAN = {
    "": "Content-Type: text/plain; charset=UTF-8\\n",
    "The %(card)s would take the count past thirty-one.": "Mit %(card)s ginge es über einunddreißig.",
    "%(rank)s of %(suit)s": "%(suit)s %(rank)s",
    "five": "Fünf",
    "Level %(n)s": "Stufe %(n)s",
    "hearts": "Herz",
    "Equal points: you play for %(even)s.": "Gleiche spielen um %(even)s.",
    "A host called off this game. Its change of points is reversed.": "Zurückgenommen.",
    "Something went wrong. Please try again.": "Hier ging etwas schief.",
    "The server is restarting. Your game continues in a moment.": "Der Server beginnt neu.",
}


@pytest.fixture
def german(tmp_path: Path, settings: Any) -> Iterator[None]:
    """Make German available as another language."""
    if not shutil.which("msgfmt"):
        pytest.skip("GETTEXT IS NOT INSTALLED: another language than English and French was NOT tested.")
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    said = "\n\n".join(f'msgid "{english}"\nmsgstr "{german}"' for english, german in GERMAN.items())
    (folder / "django.po").write_text(said)
    subprocess.run(["msgfmt", "-o", folder / "django.mo", folder / "django.po"], check=True)
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    settings.LOCALE_PATHS = [tmp_path]
    with override("en"):
        yield


def scope(**headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"url_route": {"kwargs": {}}, "headers": named}


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept_language": "de-CH,en;q=0.5"}, "de"),
        ({"accept_language": "de", "cookie": "django_language=en"}, "en"),
        ({"accept_language": "de", "cookie": "\xff;;=\x00"}, "de"),
        ({"accept_language": "xx;;q=nonsense"}, "en"),
    ],
)
def test_a_socket_uses_the_language_that_a_page_would(german: None, headers: dict[str, str], language: str):
    assert language_of(scope(**headers)) == language


def test_two_players_of_one_process_each_get_their_own_language(german: None):
    async def listen() -> list[list[str]]:
        wires = {"de": FakeTransport(), "en": FakeTransport()}
        lives = [
            asyncio.create_task(
                Parrot.as_asgi()(scope(accept_language=language), wire.incoming.get, wire.send)
            )
            for language, wire in wires.items()
        ]
        await wait_until_settled()
        for wire in wires.values():
            wire.push_frame("broken")
        await wait_until_settled()
        for socket in tuple(open_consumers):
            socket.close_for_restart(500)
        for wire in wires.values():
            wire.disconnect()
        await asyncio.gather(*lives)
        return [[frame["says"] for frame in wire.frames] for wire in wires.values()]

    assert asyncio.run(listen()) == [
        ["Hier ging etwas schief.", "Der Server beginnt neu."],
        [
            "Something went wrong. Please try again.",
            "The server is restarting. Your game continues in a moment.",
        ],
    ]


def test_the_database_thread_uses_the_language_of_its_caller(german: None):
    async def refusal_in(language: str) -> str:
        with override(language):
            return await on_the_database_thread(gettext)("five")

    async def ask_at_once() -> list[str]:
        return await asyncio.gather(refusal_in("de"), refusal_in("en"))

    assert asyncio.run(ask_at_once()) == ["Fünf", "five"]


def test_the_ladder_updates_each_reader_in_their_own_language(german: None, transactional_db: None):
    ann = Player.objects.create(username="Ann", likeness="ann")
    Standing.objects.create(player=ann, kind=Kind.HOUSE, listed=True)

    async def draw() -> list[bytes]:
        return [await render_frame(Kind.HOUSE, language) for language in ("de", "en")]

    ours, theirs = asyncio.run(draw())
    assert (b"Stufe 1" in ours, b"Level 1" in theirs) == (True, True)


def test_the_rules_text_has_the_card_in_its_place(german: None):
    fault = IllegalMove("The %(card)s would take the count past thirty-one.", card("5H"))
    assert (str(fault), describe_illegal_move(fault)) == (
        "The five of hearts would take the count past thirty-one.",
    ) * 2
    with override("de"):
        assert describe_illegal_move(fault) == "Mit Herz Fünf ginge es über einunddreißig."


def test_reasons_of_point_changes_are_stored_in_english_and_shown_in_the_readers_language(german: None):
    taken_back = Change(rules=1, own=1521, opponents=1479, won=True, why=settlement.VOIDED)
    equals = Change(rules=1, own=1500, opponents=1500, won=True, why="Equal points: you play for 21.")
    with override("de"):
        assert exchange(1500, 1500).why == settlement.explain_change(equals) == "Gleiche spielen um 21."
        assert settlement.explain_change(taken_back) == "Zurückgenommen."
        assert settlement._result_change_in_english(1500, 1500, True, even=False) == (
            21,
            "Equal points: you play for 21.",
        )


def test_drawings_keep_decimal_points_in_languages_with_commas(german: None):
    # Regression test: y="166,0" is two numbers to a browser, and the line was drawn in the wrong place.
    frame = {"left": 34.5, "right": 308.5, "bottom": 180.5, "width": 360.5, "height": 200.5}
    spot = {"x": 0.5, "y": 72.5, "branches": [{"x": 88.5, "y": 24.5, "goals": []}], "goals": []}
    drawn = {
        "cribbage_site/pages/profile/points_grid.html": {
            "picture": {"frame": frame, "grid_lines": [{"y": 166.5, "value": 1500}]}
        },
        "cribbage_site/pages/profile/skill_curve.html": {
            "skill": {"frame": frame, "grid_lines": [{"y": 166.5, "value": 0.5}], "label_y": 9.5, "games": 3}
        },
        "rng/lab/tree.html": {"drawing": {"width": 9.5, "height": 9.5, "spots": [spot]}},
        "rng/lab/share_cell.html": {"share": {"percent": 33.3, "ways": 4, "of": 12}},
    }
    with override("de"):
        html = "".join(render_to_string(template, about) for template, about in drawn.items())
    assert 'y="166.5"' in html
    assert "0,5%" in html
    assert not re.findall(r'\s(?:[xy][12]?|d|transform|width|height|viewBox)="[^"]*,[^"]*"', html)
