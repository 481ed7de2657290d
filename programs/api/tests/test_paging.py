"""Every list has pages by one kind of cursor, and the parameters of earlier releases still work."""

import re
from datetime import timedelta
from typing import Any, get_args
from urllib.parse import quote

import msgspec
import pytest

from common import clock
from common.refusal import Refusal
from game.following.models import Follow
from game.tokens.scopes import Scope
from game.web.api.paging import PageQuery, cut_page, make_cursor
from people.clubs.models import Club
from programs.api.registry import CALLS
from ranking.models import Kind, Standing
from tests.worlds.api import World, bearer, get, lines_of, make_text
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import player
from tournaments.events.models import Event

LETTERS = ["a", "b", "c", "d", "e"]


def test_every_list_takes_a_cursor_and_answers_with_the_next() -> None:
    of_lists = {call.name for call in CALLS if call.has_pages and not call.has_lines}
    answers = {call.name for call in CALLS if "next" in getattr(call.answer, "__struct_fields__", ())}
    assert of_lists == answers
    assert len(of_lists) >= 10


def test_a_cursor_has_the_type_of_the_next_that_a_client_passes_on() -> None:
    for call in CALLS:
        if call.has_pages and not call.has_lines:
            types = {field.name: field.type for kind in (call.query, call.answer) for field in fields(kind)}
            (kind,) = {*get_args(types["next"])} - {type(None)}
            assert kind.__name__ in str(types["cursor"]), call.name


def fields(kind: Any) -> tuple[Any, ...]:
    return msgspec.structs.fields(kind)


class TestAListThatIsLoadedWhole:
    def walk(self, size: int) -> list[list[str]]:
        pages, cursor = [], ""
        while True:
            shown, following = cut_page(LETTERS, PageQuery(cursor, size), 4, str)
            pages.append([*shown])
            if following is None:
                return pages
            cursor = following

    def test_its_pages_are_the_whole_list(self) -> None:
        assert self.walk(2) == [["a", "b"], ["c", "d"], ["e"]]
        assert self.walk(5) == [["a", "b", "c", "d"], ["e"]]

    def test_a_row_that_is_added_moves_no_other_to_another_page(self) -> None:
        _, following = cut_page(LETTERS, PageQuery("", 2), 4, str)
        assert cut_page(["0", *LETTERS], PageQuery(following or "", 2), 4, str)[0] == ["c", "d"]

    @pytest.mark.parametrize("cursor", ["z", "=", "a+b/", "é", make_cursor("gone"), make_cursor("\0"), "_w"])
    def test_an_unknown_cursor_is_refused_with_a_sentence(self, cursor: str) -> None:
        with pytest.raises(Refusal) as fault:
            cut_page(LETTERS, PageQuery(cursor), 4, str)
        assert fault.value.code == "bad_request"
        assert "cursor" in fault.value.says


def next_of(response: Any) -> str | None:
    """Return the address of the next page, by the header."""
    if "Link" not in response:
        return None
    found = re.fullmatch(r'<http://testserver/api/v1(/[^>]+)>; rel="next"', response["Link"])
    assert found
    return found[1]


def walk(path: str, rows: str, **headers: str) -> list[Any]:
    """Return all rows, by following the header from page to page."""
    found: list[Any] = []
    there = f"{path}{'&' if '?' in path else '?'}max=1"
    for _ in range(20):
        response = get(there, **headers)
        assert response.status_code == 200, response.content
        answer = response.json()
        assert len(answer[rows]) <= 1
        found += answer[rows]
        following = next_of(response)
        assert (answer["next"] is None) == (following is None)
        if following is None:
            return found
        assert f"cursor={quote(str(answer['next']))}" in following
        there = following
    raise AssertionError("the pages have no end")


@pytest.mark.slow
class TestPages:
    def test_of_a_ladder_keep_the_ranks(self, world: World) -> None:
        for n, points in enumerate((1700, 1604, 1604, 1604, 1500)):
            Standing.objects.create(
                player=player(f"Élo {n}"), kind=Kind.PEOPLE, points=points, wins=30, listed=True
            )
        whole = get("/ladder/people").json()["rows"]
        assert walk("/ladder/people", "rows") == whole
        assert [row["rank"] for row in whole if row["name"].startswith("Élo")][:4] == [1, 2, 2, 2]

    def test_of_the_bots_ladder(self, world: World) -> None:
        Standing.objects.filter(player=world.blue).update(points=1500, wins=30, listed=True)
        assert [row["name"] for row in walk("/ladder/bots", "rows")] == ["Deep", "Blue"]

    def test_of_clubs_events_and_followed_players(self, world: World) -> None:
        for n in range(3):
            Club.objects.create(
                name=f"Jays {n}", slug=f"jays-{n}", likeness=f"jays{n}", about="", created_at=clock.now()
            )
            Follow.objects.create(by=world.ann, followed=player(f"Fay {n}"), at=clock.now())
        own = bearer(make_text(world.ann))
        for path, rows, least in (
            ("/clubs", "clubs", 4), ("/clubs?name=jay", "clubs", 3), ("/events", "events", 1),
            ("/following", "following", 4), ("/players/Ann/trophies", "trophies", 0),
        ):  # fmt: skip
            headers = own if path == "/following" else {}
            whole = get(path, **headers).json()[rows]
            assert len(whole) >= least
            assert walk(path, rows, **headers) == whole

    def test_of_past_events_begin_by_both_parameters(self, world: World) -> None:
        now = clock.now()
        for n in range(51):
            world.event.pk = f"past{n:02}"
            world.event.state, world.event.starts_at = Event.State.VOID, now - timedelta(days=n)
            world.event.ended_at, world.event.due_at = now, None
            world.event.save(force_insert=True)
        first = get("/archive/events")
        following = first.json()["next"]
        by_old, by_new = (get(f"/archive/events?{name}={following}") for name in ("before", "cursor"))
        assert by_old.json() == by_new.json() == get(next_of(first) or "").json()
        assert [event["id"] for event in by_new.json()["events"]] == ["past50"]

    def test_by_number_begin_by_both_parameters(self, world: World) -> None:
        by_old, by_new = get("/archive/winners?page=2"), get("/archive/winners?cursor=2")
        assert (by_old.status_code, by_old.json()) == (by_new.status_code, by_new.json())

    def test_of_games_as_lines(self, world: World) -> None:
        for _ in range(3):
            create_finished_game(players=(world.ann, world.bob))
        whole = lines_of(get("/players/Ann/games"))
        assert len(whole) == 4
        found, there = [], "/players/Ann/games?max=3"
        while there:
            response = get(there)
            found.append(lines_of(response))
            there = next_of(response) or ""
        assert [len(page) for page in found] == [3, 1]
        assert found[0] + found[1] == whole
        assert get("/players/Ann/games?cursor=nothing").json()["code"] == "bad_request"
        assert lines_of(get("/players/Ann/games?max=101")) == whole

    def test_of_bots_and_trials_as_lines(self, world: World) -> None:
        assert [line["name"] for line in lines_of(get("/bots"))] == ["Blue", "Deep"]
        first = get("/bots?max=1")
        assert [line["name"] for line in lines_of(first)] == ["Blue"]
        last = get(next_of(first) or "")
        assert ([line["name"] for line in lines_of(last)], next_of(last)) == (["Deep"], None)
        assert len(lines_of(get("/bots?max=101"))) == 2
        trials = get("/bots/me/trials?max=1", **bearer(make_text(world.blue, Scope.BOT)))
        assert (len(lines_of(trials)), next_of(trials)) == (1, None)

    def test_a_bad_size_is_refused(self, world: World) -> None:
        for path in ("/clubs?max=0", "/ladder/people?max=-1", "/bots?max=x", "/archive/winners?cursor=0"):
            assert get(path).json()["code"] == "bad_request"
