"""Bots are labelled wherever their names appear, and cannot do what only people may do."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from msgspec import UNSET

from common import clock
from common.refusal import Refusal
from game.lobby import seeks
from game.lobby.display.snapshot import LobbyFrames, load_snapshot, load_watchable_games
from game.lobby.pairing import GameSettings
from game.lobby.reports import file_report
from game.models import Chat, Game, Player
from game.table.bot_accounts import get_or_create_account
from game.table.record import ledger
from game.table.wire import players_json
from people.clubs import founding
from people.clubs.models import Club
from people.clubs.reports import report
from people.following import follows
from people.notices.waiting import load_waiting
from programs.bots.accounts import Engine, update
from programs.crib.of_game import load_crib
from programs.crib.reading import parse_crib
from programs.crib.writing import write_crib
from study.daily import playing
from study.same_cards import inviting
from study.strength.weighing import counts
from study.throws.voting import vote
from tests.worlds.api import bot_of, get
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import player
from tests.worlds.tables import create_game, update_row
from tests.worlds.throws import create_throw
from tournaments.desk import actions
from tournaments.events.manage import entering

pytestmark = [pytest.mark.rows, pytest.mark.django_db]

CASUAL = GameSettings(121, "auto", "quick")


@pytest.fixture
def bob(db: None) -> Player:
    cache.clear()
    return player("Bob")


@pytest.fixture
def deep(db: None) -> Player:
    return bot_of(player("Ann"), "Deep")


@pytest.fixture
def game(deep: Player, bob: Player) -> Game:
    return create_game(players=(bob, deep))


class TestItIsLabelled:
    def test_in_words(self, deep: Player, bob: Player) -> None:
        assert (deep.shown_name, bob.shown_name) == ("Deep (bot)", "Bob")
        with translation.override("fr"):
            assert deep.shown_name == "Deep (bot)"

    def test_at_its_table(self, game: Game) -> None:
        of_bob, of_deep = players_json(ledger.load_row(game.pk).players)
        assert (of_bob.program, of_deep.program, of_deep.bot) == (UNSET, True, False)

    def test_in_lists_of_players_online_and_of_games(self, game: Game, deep: Player, bob: Player) -> None:
        frames = LobbyFrames(load_snapshot([bob.pk], [str(deep.pk), str(bob.pk)]), 2)
        lobby = frames.frame(bob).decode()
        assert '{"name":"Deep","nickname":null,"program":true,' in lobby
        assert '"programs":[false,true]' in lobby

    def test_in_notices(self, deep: Player) -> None:
        blue = bot_of(player("Carl"), "Blue")
        seeks.challenge(player=blue, to=deep, settings=CASUAL)
        (notice,) = [one for _, one in load_waiting([deep.pk])[0]]
        assert (notice["by"], notice["program"]) == ("Blue", True)

    def test_in_the_api(self, game: Game) -> None:
        assert [one["bot"] for one in get(f"/games/{game.pk}").json()["players"]] == [False, True]
        told = get("/players/Deep").json()
        assert (told["bot"], [place["kind"] for place in told["places"]]) == (True, ["bots"])

    @pytest.mark.slow
    def test_in_the_title_of_its_games_and_the_alternative_text_of_pictures(
        self, deep: Player, bob: Player, client: Client
    ) -> None:
        played = create_finished_game(players=(bob, deep))
        page = client.get(f"/game/{played.pk}").content.decode()
        of_links = re.findall(r'<meta property="(og:title|og:image:alt)" content="([^"]*)">', page)
        assert [name for name, _ in of_links] == ["og:title", "og:image:alt"]
        assert all("Deep (bot)" in says for _, says in of_links)

    @pytest.mark.slow
    def test_in_a_crib_that_every_reader_reads(self, deep: Player, bob: Player) -> None:
        played = create_finished_game(players=(bob, deep))
        text = write_crib(load_crib(played.pk))
        assert [side.name for side in parse_crib(text).sides] == ["Bob", "Deep (bot)"]

    @pytest.mark.slow
    def test_profile_names_engine_and_owner(self, deep: Player, client: Client) -> None:
        update(account=deep, engine=Engine("deep-crib", "1.4", "https://example.org/deep"))
        page = client.get("/@Deep").content.decode()
        assert "A bot of Ann: deep-crib 1.4 makes its moves." in page
        assert '<a href="https://example.org/deep" rel="nofollow noopener">' in page


def refused(doing: Callable[..., Any], *what: Any, **how: Any) -> str:
    with pytest.raises(Refusal) as fault:
        doing(*what, **how)
    return fault.value.code


class TestWhatIsForPeople:
    def test_bot_cannot_vote_on_a_discard(self, deep: Player) -> None:
        throw = create_throw()
        assert refused(vote, deep, throw, throw.lines[0]["thrown"]) == "people_only"

    def test_bot_cannot_enter_an_event(self, deep: Player) -> None:
        assert refused(entering.check_may_enter, deep) == "people_only"

    def test_bot_cannot_found_a_club(self, deep: Player) -> None:
        assert refused(founding.found, player=deep, name="Robots", about="") == "people_only"

    def test_bot_cannot_play_the_daily(self, deep: Player) -> None:
        assert refused(playing.play_today, deep) == "people_only"

    def test_it_cannot_follow_players(self, deep: Player, bob: Player) -> None:
        assert refused(follows.follow, player=deep, other=bob) == "people_only"
        assert not follows.may_follow(deep, bob)
        assert follows.may_follow(bob, deep)

    def test_it_opens_no_evening_at_the_desk(self, deep: Player) -> None:
        assert refused(actions.create, director=deep, name="Robots", games=9, best_of=3) == "people_only"

    def test_it_reports_no_line_and_no_club(self, deep: Player, bob: Player, game: Game) -> None:
        line = Chat.objects.create(game=game, player=bob, seat=0, text="You robot", at=clock.now())
        assert refused(file_report, player=deep, line=line, why="rude") == "people_only"
        assert refused(report, player=deep, club=Club(name="Owls"), why="rude") == "people_only"

    @pytest.mark.slow
    def test_it_cannot_invite_players_to_its_cards(self, deep: Player) -> None:
        own = create_finished_game(players=(deep, get_or_create_account("novice")))
        assert refused(inviting.invite, own, deep) == "people_only"
        assert not inviting.may_invite(own, deep)

    def test_its_games_are_in_no_list_of_games_of_people(self, game: Game) -> None:
        update_row(game.pk, ply=3)
        assert load_watchable_games() == []

    @pytest.mark.slow
    def test_beating_a_bot_does_not_count_as_a_win_over_a_person(self, deep: Player, bob: Player) -> None:
        assert not counts(create_finished_game(players=(bob, deep), rated=True))
        assert counts(create_finished_game(players=(bob, player("Carl")), rated=True))
