"""A player on vacation begins no game with a day per move, and both players see the reason."""

import pytest

from common.refusal import Refusal
from game.lobby import rematch, seeks
from game.lobby.matchmaking import play_bot
from game.lobby.pairing import GameSettings
from game.models import Game, Player
from game.table.forced_endings import void_live_game
from people.settings.vacations import end_vacation, take_vacation
from tests.worlds.accounts import create_account
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db(transaction=True)

DAILY = GameSettings(clock="relaxed")


@pytest.fixture
def ann() -> Player:
    ann = create_account("Ann")
    take_vacation(ann, 3)
    return ann


@pytest.fixture
def bob() -> Player:
    return create_account("Bob")


def refusal(what, **wanted) -> Refusal:
    with pytest.raises(Refusal) as refused:
        what(**wanted)
    return refused.value


@pytest.mark.parametrize("settings", [DAILY, GameSettings(clock="relaxed", rated=True)])
def test_a_player_on_vacation_cannot_seek_one(ann: Player, bob: Player, settings: GameSettings):
    for fault in (
        refusal(seeks.seek_anyone, player=ann, settings=settings),
        refusal(seeks.challenge, player=ann, to=bob, settings=settings),
        refusal(seeks.challenge_by_link, player=ann, settings=settings),
        refusal(play_bot, player=ann, bot="novice", settings=settings),
    ):
        assert fault.code == "on_vacation"
        assert fault.says.startswith("You’re on vacation until ")
    assert not Game.objects.exists()


def test_a_player_on_vacation_cannot_join_one(ann: Player, bob: Player):
    code = seeks.challenge_by_link(player=bob, settings=DAILY).invite
    waiting = seeks.seek_anyone(player=bob, settings=DAILY).game
    assert code is not None
    assert refusal(seeks.join, code=code.split("/")[-1], player=ann).code == "on_vacation"
    assert refusal(seeks.accept, seek_id=waiting, player=ann).code == "on_vacation"
    assert seeks.load_seek(waiting).game_id is None, "the seat stays free for others"


def test_a_player_on_vacation_cannot_be_challenged_and_their_links_are_refused(bob: Player):
    ann = create_account("Ann")
    code = seeks.challenge_by_link(player=ann, settings=DAILY).invite
    vacation = take_vacation(ann, 3)
    assert code is not None
    for fault in (
        refusal(seeks.join, code=code.split("/")[-1], player=bob),
        refusal(seeks.challenge, player=bob, to=ann, settings=DAILY),
    ):
        assert (fault.code, fault.says[:25]) == ("on_vacation", "Ann is on vacation until ")
    end_vacation(ann, vacation.pk)
    assert seeks.join(code=code.split("/")[-1], player=bob)


def test_a_player_on_vacation_gets_no_rematch_of_one(ann: Player, bob: Player):
    game = create_game("relaxed", players=(ann, bob))
    void_live_game(game.pk)
    assert refusal(rematch.request_rematch, game_id=game.pk, player=bob).code == "on_vacation"


@pytest.mark.parametrize("clock", ["none", "quick", "standard"])
def test_other_games_remain_possible(ann: Player, bob: Player, clock: str):
    seeks.seek_anyone(player=bob, settings=GameSettings(clock=clock))
    assert not seeks.seek_anyone(player=ann, settings=GameSettings(clock=clock)).waiting
