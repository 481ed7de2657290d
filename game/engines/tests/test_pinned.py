"""An engine with pinned points plays rated games in exactly that version, settled by the points at their
start.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.refusal import Refusal
from game.engine.state import Ended, Rules, Seat
from game.engines.tests import programs
from game.ladder import audit as games_audit
from game.ladder.stakes import points_json
from game.lobby.rematch import request_rematch
from game.models import Game, Player
from game.table import bot_accounts
from game.table.forced_endings import void_by_ruling
from game.table.opening import brain_code, open_game
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from ranking import audit, pins
from ranking.models import Change, Kind, Pin, Standing
from ranking.settlement import STANDING_FIELDS
from rng import entropy
from tests.worlds.people import REASON, host, moderator, player

pytestmark = [pytest.mark.rows, pytest.mark.django_db]

MINE = "engine_mine"
FORM = "/admin/ranking/pin/pin-points/"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Configure an engine that is never started."""
    program = programs.write_program(tmp_path, programs.GOOD)
    monkeypatch.setattr(django_settings, "ENGINES", {"mine": program})
    monkeypatch.setitem(bot_accounts.BOTS, MINE, bot_accounts.engine_profile("mine"))
    monkeypatch.setattr("game.engines.house.find_identity", lambda brain: None)
    monkeypatch.setattr("people.moderation.admin.pins.find_identity", lambda brain: None)
    return program


@pytest.fixture
def ann(db: None) -> Player:
    return player("Ann")


@pytest.fixture
def hostess(db: None) -> Player:
    return host()


def pin(points: int | None, by: Player) -> Pin:
    code = brain_code(MINE)
    return pins.pin(bot=MINE, code=code, version="", points=points, by=by.pk, reason=REASON)


def begin(ann: Player, *, rated: bool = True) -> Game:
    engine = bot_accounts.get_or_create_account(MINE)
    return open_game(entropy.game_id(), (ann, engine), Rules(), "relaxed" if rated else "none", rated)


def end(game: Game) -> None:
    """End a game with the person as the winner."""
    with transaction.atomic():
        write_results({game.pk: Result(Seat.A, 1, Ended.PLAYED.value)})


def differences() -> list[Any]:
    def ignore(read: int) -> None: ...

    return [
        *games_audit.find_differences(progress=ignore),
        *audit.find_differences(mend=False, progress=ignore),
    ]


def asks(client: Client) -> Any:
    request = {"against": "Mine", "rated": True}
    return client.post("/api/games", request, content_type="application/json")


def test_without_points_it_plays_for_fun(program: Path, ann: Player) -> None:
    begin(ann, rated=False)
    with pytest.raises(Refusal, match="only plays for fun"):
        begin(ann)


@pytest.mark.slow
def test_with_points_it_plays_rated_games_like_the_house_bots(
    program: Path, ann: Player, hostess: Player, client: Client
) -> None:
    client.force_login(ann)
    assert asks(client).status_code == 400
    pin(1800, hostess)
    assert '<span class="figure">1800</span>' in client.get("/").content.decode()
    assert asks(client).status_code == 201
    game = Game.objects.get()
    assert (game.rated, game.pinned_points) == (True, {MINE: 1800})
    assert points_json(game)["stakes"]["points"] == [1500, 1800]
    assert points_json(game)["stakes"]["win"] == [33, None]


@pytest.mark.slow
def test_the_person_moves_alone_and_all_audits_agree(program: Path, ann: Player, hostess: Player) -> None:
    pin(1800, hostess)
    game = begin(ann)
    end(game)
    assert list(Standing.objects.filter(points__gt=1500).values_list("player", "kind", "points")) == [
        (ann.pk, Kind.HOUSE, 1533)
    ]
    game.refresh_from_db()
    assert points_json(game)["settled"]["change"] == [33, None]
    assert differences() == []


@pytest.mark.parametrize("later", [2400, None])
def test_a_game_is_settled_by_the_points_it_began_with(
    program: Path, ann: Player, hostess: Player, later: int | None
) -> None:
    pin(1800, hostess)
    game = begin(ann)
    pin(later, hostess)
    assert points_json(game)["stakes"]["points"] == [1500, 1800]
    end(game)
    assert Change.objects.get().opponents == 1800
    assert differences() == []


@pytest.mark.slow
def test_another_version_plays_for_fun_until_it_is_pinned_too(
    program: Path, ann: Player, hostess: Player, client: Client
) -> None:
    pin(1800, hostess)
    first = begin(ann)
    program.write_text(program.read_text() + "\n# a better one\n")
    with pytest.raises(Refusal, match="only plays for fun"):
        begin(player("Bob"))
    client.force_login(player("Eve"))
    assert asks(client).status_code == 400
    end(first)
    pin(1900, hostess)
    end(begin(ann))
    assert [change.opponents for change in Change.objects.order_by("pk")] == [1800, 1900]
    assert differences() == []


@pytest.mark.parametrize("points", [1700, None])
def test_a_game_with_points_that_were_never_pinned_is_detected(
    program: Path, ann: Player, hostess: Player, points: int | None
) -> None:
    pin(1800, hostess)
    game = begin(ann)
    end(game)
    params = json.loads(game.params)
    if points is None:
        Pin.objects.update(code="0f3c")
    else:
        params["brains"][0]["points"] = points
        Game.objects.filter(pk=game.pk).update(params=json.dumps(params))
    found = {difference.field for difference in differences()}
    assert found == ({"pin"} if points is None else {"pin", "opponents"})


@pytest.mark.slow
def test_a_rematch_is_rated_as_long_as_the_points_stand(program: Path, ann: Player, hostess: Player) -> None:
    pin(1800, hostess)
    end(first := begin(ann))
    second = request_rematch(game_id=first.pk, player=ann).game
    assert Game.objects.get(pk=second).pinned_points == {MINE: 1800}
    end(Game.objects.get(pk=second))
    pin(None, hostess)
    with pytest.raises(Refusal, match="only plays for fun"):
        request_rematch(game_id=second, player=ann)
    assert Game.objects.count() == 2


POINTS = st.integers(pins.MIN_POINTS, pins.MAX_POINTS)
HAPPENINGS = st.lists(
    st.one_of(
        st.tuples(st.just("pin"), POINTS),
        st.tuples(st.just("take away"), st.none()),
        st.tuples(st.just("change"), st.integers(0, 1)),
        st.tuples(st.sampled_from(("begin", "end", "void")), st.integers(0, 9)),
        st.tuples(st.sampled_from(("begin", "end")), st.integers(0, 9)),
    ),
    min_size=25,
    max_size=40,
)


@pytest.mark.slow
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HAPPENINGS)
def test_recomputation_is_exact_whatever_was_pinned_during_games(
    program: Path, happenings: list[tuple[str, Any]]
) -> None:
    """With two versions of the program that replace each other."""
    versions = [program.read_text(), program.read_text() + "\n# the other"]
    with transaction.atomic():
        hostess, people, begun, ended = host(), [player("Ann"), player("Bob")], [], []
        pin(1800, hostess)
        for what, how in happenings:
            match what:
                case "pin" | "take away":
                    with suppress(Refusal):  # already pinned
                        pin(how, hostess)
                case "change":
                    program.write_text(versions[how])
                case "begin":
                    with suppress(Refusal):  # it plays casual games only
                        begun.append(begin(people[how % 2]))
                case "end" if begun:
                    end(game := begun.pop(how % len(begun)))
                    ended.append(game)
                case "void" if ended:
                    with suppress(Refusal):  # already void
                        void_by_ruling(ended[how % len(ended)].pk)
        met = {game.pk: game.pinned_points[MINE] for game in ended}
        assert all(change.opponents == met[change.game] for change in Change.objects.all())
        assert differences() == []
        before = standings()
        Standing.objects.update(points=0, wins=9, losses=9, recent="", last_at=None)
        list(audit.find_differences(mend=True, progress=lambda read: None))
        assert standings() == before
        transaction.set_rollback(True)
    program.write_text(versions[0])


def standings() -> list[Any]:
    return sorted(Standing.objects.values_list("player", "kind", *STANDING_FIELDS))


class TestThePage:
    @pytest.mark.slow
    def test_a_host_pins_points_with_a_reason(self, program: Path, hostess: Player, client: Client) -> None:
        client.force_login(hostess)
        assert brain_code(MINE) in client.get(FORM).content.decode()
        asked = {"engine": f"{MINE} {brain_code(MINE)}", "points": "1800", "reason": REASON}
        assert client.post(FORM, asked).status_code == 302
        one = Pin.objects.get()
        assert (one.bot, one.code, one.points, one.by, one.reason) == (
            MINE, brain_code(MINE), 1800, hostess, REASON,
        )  # fmt: skip
        shown = client.get("/admin/ranking/pin/?q=mi").content.decode()
        for words in ("mine", "1800", "stands", REASON):
            assert words in shown

    @pytest.mark.slow
    @pytest.mark.parametrize("points", ["900", "9000", "many"])
    def test_points_that_no_bot_has_are_refused(
        self, program: Path, hostess: Player, client: Client, points: str
    ) -> None:
        client.force_login(hostess)
        asked = {"engine": f"{MINE} {brain_code(MINE)}", "points": points, "reason": REASON}
        assert client.post(FORM, asked).status_code == 400
        assert client.post(FORM, asked | {"points": "1800", "reason": " "}).status_code == 400
        assert not Pin.objects.exists()

    @pytest.mark.slow
    def test_a_version_that_changed_meanwhile_is_not_pinned(
        self, program: Path, hostess: Player, client: Client
    ) -> None:
        client.force_login(hostess)
        asked = {"engine": f"{MINE} {brain_code(MINE)}", "points": "1800", "reason": REASON}
        program.write_text(program.read_text() + "\n# another\n")
        assert client.post(FORM, asked).status_code == 400
        assert not Pin.objects.exists()
        assert "ENGINES" not in client.get(FORM).content.decode()

    @pytest.mark.slow
    def test_only_a_host_can_pin_points(self, program: Path, client: Client) -> None:
        client.force_login(moderator())
        assert client.get("/admin/ranking/pin/").status_code == 200
        assert client.get(FORM).status_code == 403
        assert client.post(FORM, {}).status_code == 403
