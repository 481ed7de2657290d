"""A bot is labelled wherever it is named, and is nowhere where people are."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from common.refusal import Refusal
from game.bot_accounts.accounts import Engine, update
from game.clubs import founding
from game.daily import playing
from game.events import entering
from game.lobby import seeks
from game.lobby.pairing import GameSettings
from game.lobby.snapshot import LobbyFrames, load_snapshot, load_watchable_games
from game.models import Game, Player
from game.notices.waiting import load_waiting
from game.platform.tests.world import bot_of, get
from game.strength.weighing import counts
from game.table import ledger
from game.table.wire import players_json
from game.tests.moderation.people import player
from game.tests.review.replay.games import create_finished_game
from game.tests.table.games import create_game, update_row
from game.throws.tests.throws import create_throw
from game.throws.voting import vote

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
        assert ("program" in of_bob, of_deep["program"], of_deep["bot"]) == (False, True, False)

    def test_among_those_who_are_here_and_in_lists_of_games(
        self, game: Game, deep: Player, bob: Player
    ) -> None:
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

    def test_on_its_profile_with_what_plays_for_it_and_its_owner(self, deep: Player, client: Client) -> None:
        update(account=deep, engine=Engine("deep-crib", "1.4", "https://example.org/deep"))
        page = client.get("/@Deep").content.decode()
        assert "A bot of Ann: deep-crib 1.4 makes its moves." in page
        assert '<a href="https://example.org/deep" rel="nofollow noopener">' in page


def refused(doing: Callable[..., Any], *what: Any, **how: Any) -> str:
    with pytest.raises(Refusal) as fault:
        doing(*what, **how)
    return fault.value.code


class TestWhatIsForPeople:
    def test_it_votes_on_no_throw(self, deep: Player) -> None:
        throw = create_throw()
        assert refused(vote, deep, throw, throw.lines[0]["thrown"]) == "people_only"

    def test_it_enters_no_event(self, deep: Player) -> None:
        assert refused(entering.check_may_enter, deep) == "people_only"

    def test_it_founds_no_club(self, deep: Player) -> None:
        assert refused(founding.found, player=deep, name="Robots", about="") == "people_only"

    def test_it_plays_no_daily(self, deep: Player) -> None:
        assert refused(playing.play_today, deep) == "people_only"

    def test_its_games_are_in_no_list_of_games_of_people(self, game: Game) -> None:
        update_row(game.pk, ply=3)
        assert load_watchable_games() == []

    def test_nobody_is_stronger_for_having_beaten_it(self, deep: Player, bob: Player) -> None:
        assert not counts(create_finished_game(players=(bob, deep), rated=True))
        assert counts(create_finished_game(players=(bob, player("Carl")), rated=True))
