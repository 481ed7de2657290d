"""The leaderboard and the rules page, without scripts."""

import re
from html import unescape
from re import findall
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common.rendered import forget_rendered
from ranking import leaderboard
from ranking.models import Kind, Standing
from ranking.rules.points import RULES
from ranking.standings import OF_PEOPLE
from ranking.tests.players import NOON, create_player

pytestmark = pytest.mark.django_db


def listed(name: str, points: int, kind: Kind = Kind.PEOPLE, **more: object) -> int:
    about = {"wins": 12, "losses": 5, "recent": "13 -29 0", "last_at": NOON, "listed": True}
    pk = create_player(name)
    Standing.objects.create(player_id=pk, kind=kind, points=points, **(about | more))
    return pk


def seen(path: str, by: int | None = None, status: int = 200) -> str:
    client = Client()
    if by is not None:
        client.force_login(get_user_model().objects.get(pk=by), "django.contrib.auth.backends.ModelBackend")
    answer = client.get(path)
    assert answer.status_code == status
    return " ".join(unescape(answer.content.decode()).split())


class TestTheLeaderboard:
    def test_it_shows_the_highest_points_first(self):
        listed("Bob", 1700)
        listed("Ann", 2010)
        page = seen("/ladder")
        assert page.index("Ann") < page.index("Bob")
        assert 'href="/@Ann"' in page
        assert "Level 2" in page
        assert "13, −29, ±0".replace("13", "+13") in page
        assert "−16" in page

    def test_each_kind_has_its_own(self):
        listed("Ann", 1700, Kind.HOUSE)
        assert "Ann" in seen("/ladder?kind=house")
        assert "Ann" not in seen("/ladder")

    def test_an_empty_list_has_a_friendly_text(self):
        assert "The top spot is free" in seen("/ladder")

    def test_an_unknown_list_is_refused_with_a_message(self):
        assert "Choose house or people." in seen("/ladder?kind=horses", status=404)
        seen("/ladder/mine?kind=horses", status=404)

    def test_names_are_shown_as_they_are(self):
        listed("<script>alert(1)</script>", 1700)
        assert "<script>alert(1)" not in Client().get("/ladder").content.decode()

    def test_a_private_player_shows_points_and_level_alone(self):
        pk = listed("Ann", 1700)
        get_user_model().objects.filter(pk=pk).update(is_private=True)
        page = seen("/ladder")
        assert "1700" in page
        assert "12" not in page[page.index("<tbody>") : page.index("</tbody>")]

    @pytest.mark.parametrize("kind", OF_PEOPLE)
    def test_bots_are_among_the_levels_and_not_in_the_list(self, kind: Kind):
        page = seen(f"/ladder?kind={kind}")
        for bot, points in (("Novice", 1500), ("Intermediate", 2000), ("Advanced", 2500)):
            assert f'{bot} <span class="figure">{points}</span>' in page
        assert "Novice counts until you have 2500 points." in page
        assert "Novice" not in page[page.index("<tbody>") : page.index("</tbody>")]


class TestMyOwnPlace:
    def test_in_the_list_it_is_marked(self):
        ann = listed("Ann", 1700)
        assert "You’re number 1, with 1700 points." in seen("/ladder", by=ann)

    def test_below_the_list_it_is_shown_with_those_around(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(leaderboard, "TOP", 2)
        players = [listed(f"Player{n}", 1800 - n) for n in range(12)]
        page = seen("/ladder/mine", by=players[6])
        assert "You’re number 7" in page
        assert [name for n in range(12) if (name := f'/@Player{n}"') in page] == [
            f'/@Player{n}"' for n in range(3, 10)
        ]

    def test_the_reason_for_not_being_listed_is_shown_to_the_player_only(self):
        ann = listed("Ann", 1700, wins=4, losses=5, unfinished=4, listed=False)
        page = seen("/ladder", by=ann)
        assert "You aren’t listed because you left too many rated games. Finish 3 more." in page
        assert "You left 4 and finished 5" in page
        assert "(Only you see this.)" in page
        for other in (None, listed("Bob", 1500)):
            assert "You left" not in seen("/ladder", by=other)
            assert "Ann" not in seen("/ladder", by=other)

    def test_how_many_games_are_missing(self):
        assert "You’re not ranked yet: finish 5 more rated games." in seen("/ladder", by=create_player("Ann"))


@pytest.mark.parametrize("path", ["/ladder", "/ladder/mine"])
def test_the_queries_are_as_many_for_two_as_for_fifty(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    players = [listed(f"Player{n}", 1800 - n) for n in range(60)]
    captured = []
    for shown in (2, 50):
        monkeypatch.setattr(leaderboard, "TOP", shown)
        with CaptureQueriesContext(connection) as queries:
            seen(path, by=players[55])
        captured.append(len(queries))
    assert captured[0] == captured[1]


class TestRowsRenderedOnce:
    def test_a_row_is_rendered_again_only_when_it_changes(self, monkeypatch: pytest.MonkeyPatch):
        rendered: list[str] = []

        def render(name: str, values: dict[str, Any]) -> str:
            rendered.extend([values["row"].username] if name == "ranking/row.html" else [])
            return render_to_string(name, values)

        monkeypatch.setattr("common.rendered.render_to_string", render)
        forget_rendered()
        ann, bob = listed("Ann", 1700), listed("Bob", 1600)
        assert seen("/ladder") == seen("/ladder")
        assert rendered == ["Ann", "Bob"]
        Standing.objects.filter(player=bob).update(points=1613, wins=77, recent="13")
        page = seen("/ladder")
        assert "1613" in page
        assert re.search(r">\s*77\s*<", page)
        get_user_model().objects.filter(pk=ann).update(is_private=True)
        assert "private" in seen("/ladder")
        assert rendered == ["Ann", "Bob", "Bob", "Ann"]

    def test_only_the_own_row_is_marked(self):
        ann, bob = listed("Ann", 1700), listed("Bob", 1600)
        mark = re.compile(r'data-key="(\w+)" class="mine"')
        for by, marked in ((ann, ["Ann"]), (bob, ["Bob"]), (None, []), (ann, ["Ann"])):
            assert mark.findall(seen("/ladder", by=by)) == marked

    def test_each_language_has_its_own_rows_and_levels(self):
        listed("Ann", 1700)
        english = seen("/ladder")
        french = " ".join(Client(headers={"accept-language": "fr"}).get("/ladder").content.decode().split())
        assert seen("/ladder") == english
        assert "<small>Level 2" in english
        assert "<small>Niveau 2" in french
        assert "<strong>Niveau 2</strong>" in french


class TestTheCalculator:
    def test_it_answers_a_form_submitted_without_scripts(self):
        page = seen("/ladder/rules?own=2499&opponent=novice")
        assert ">+1<" in page
        assert ">−41<" in page
        assert 'value="novice"' in page

    def test_the_pressed_button_selects_the_opponent(self):
        assert ">+41<" in seen("/ladder/rules?own=1500&opponent=1500&opponent=advanced")

    def test_it_begins_with_the_example_of_the_text(self):
        page = seen("/ladder/rules")
        assert ">+13<" in page
        assert ">−29<" in page

    def test_it_calls_its_stake_between_equals_our_own_choice(self):
        assert "We chose 21 points for an even game" in seen("/ladder/rules")

    @pytest.mark.parametrize(
        ("query", "sentence"),
        [
            ("own=many&opponent=1500", "Enter points as a whole number from 0 to 9999, such as 1700."),
            ("own=&opponent=1500", "Enter points as a whole number from 0 to 9999, such as 1700."),
            ("own=1500&opponent=10000", "Enter points from 0 to 9999, or a bot: novice,"),
            ("own=%00&opponent=%3Cb%3E", "Enter points from 0 to 9999, or a bot: novice,"),
        ],
    )
    def test_bad_input_gets_a_sentence_at_its_field(self, query: str, sentence: str):
        page = seen(f"/ladder/rules?{query}", status=400)
        assert f'role="alert">{sentence}' in page
        assert "<b>" not in Client().get(f"/ladder/rules?{query}").content.decode()

    def test_each_level_and_bot_is_shown(self):
        page = seen("/ladder/rules")
        for text in (
            "below 1700",
            "2500–2624",
            "from 3000",
            "Novice no longer counts",
            "Advanced has 2500",
        ):
            assert text in page


def test_the_rules_page_names_every_version_of_the_rules():
    text = seen("/ladder/rules")
    assert {int(number) for number in findall(r"<dt>Version (\d+)</dt>", text)} == {*RULES}
    assert "These are the versions so far" in text
