"""The people whom the front page offers: the last opponent, and the friends who are here, with the series."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from common import clock
from game.accounts import blocks
from game.lobby.pairing import GameSettings
from game.models import Game, Player, Scoresheet, Seek
from game.runtime.presence import PEOPLE, SITE
from game.table.tables import SEATS
from people.following.follows import follow
from people.following.on_front import AGAIN_WITHIN, PeopleToPlay, load_people_to_play
from people.profiles.record import HeadToHead
from tests.worlds.profiles import enter
from tests.worlds.scoresheets import create_scoresheet

pytestmark = pytest.mark.django_db

PLAYED = GameSettings(121, "muggins", "standard", rated=True, best_of=3)


def meet(player: Player, opponent: Player, *, hours_ago: int, **figures: bool | None) -> Scoresheet:
    """A game that the player has won, unless given otherwise."""
    sheet = create_scoresheet(player, opponent, **figures)
    Game.objects.filter(pk=sheet.game_id).update(
        params='{"rules":{"target":121,"counting":"muggins","clock":"standard","start":[3,0]}}',
        rated=True,
        best_of=3,
    )
    Scoresheet.objects.filter(pk=sheet.pk).update(at=clock.now() - timedelta(hours=hours_ago))
    return sheet


def to_play(visitor: object, *here: Player) -> PeopleToPlay:
    return load_people_to_play(visitor, {PEOPLE: {str(one.pk) for one in here}, SITE: set(), SEATS: set()})


def last_of(visitor: Player) -> str | None:
    last = to_play(visitor).last
    return last and last.player.username


def test_a_newcomer_and_a_stranger_are_offered_no_one(ann: Player):
    assert to_play(ann) == to_play(AnonymousUser()) == PeopleToPlay()


def test_the_last_person_is_offered_with_the_settings_of_that_game(
    ann: Player, bob: Player, cat: Player, novice: Player
):
    meet(ann, bob, hours_ago=3)
    meet(ann, cat, hours_ago=2)
    meet(ann, novice, hours_ago=1)
    last = to_play(ann, cat).last
    assert last is not None
    assert (last.player, last.settings, last.is_here) == (cat, PLAYED, True)
    assert not to_play(ann, bob).last.is_here  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "gone", [{"is_active": False}, {"is_api_bot": True}, {"banned_until": clock.now() + timedelta(days=1)}]
)
def test_a_player_who_cannot_be_played_is_passed_over(
    ann: Player, bob: Player, cat: Player, gone: dict[str, object]
):
    meet(ann, bob, hours_ago=3)
    meet(ann, cat, hours_ago=2)
    Player.objects.filter(pk=cat.pk).update(**gone)
    assert last_of(ann) == "Bob"


@pytest.mark.parametrize("blocker", ["ann", "bob"])
def test_a_blocked_pair_is_not_brought_together(ann: Player, bob: Player, blocker: str):
    meet(ann, bob, hours_ago=1)
    follow(player=ann, other=bob)
    one, other = (ann, bob) if blocker == "ann" else (bob, ann)
    blocks.block(player=one, other=other)
    assert to_play(ann, bob) == PeopleToPlay()


def test_an_old_or_voided_game_offers_no_other_one(ann: Player, bob: Player, cat: Player):
    meet(ann, bob, hours_ago=int(AGAIN_WITHIN / timedelta(hours=1)) + 1)
    meet(ann, cat, hours_ago=1, voided=True)
    assert last_of(ann) is None


def test_the_series_counts_rated_and_casual_games_but_no_void_ones(ann: Player, bob: Player, cat: Player):
    for rated, won in ((True, True), (False, True), (True, False), (False, True)):
        meet(ann, bob, hours_ago=1, rated=rated, won=won)
    meet(ann, bob, hours_ago=2, voided=True)
    meet(ann, bob, hours_ago=2, won=None)
    meet(ann, cat, hours_ago=3)
    last = to_play(ann).last
    assert last is not None
    assert last.series == HeadToHead(3, 1)


def test_friends_who_are_here_are_listed_once_with_their_series(ann: Player, bob: Player, cat: Player):
    away = Player.objects.create(username="Dan")
    for other in (bob, cat, away):
        follow(player=ann, other=other)
    meet(ann, bob, hours_ago=2, won=False)
    meet(ann, cat, hours_ago=1)
    found = to_play(ann, bob, cat)
    assert [(one.friend.player, one.series) for one in found.friends] == [(bob, HeadToHead(0, 1))]
    assert found.last is not None
    assert found.last.player == cat
    assert to_play(ann).friends == ()
    assert to_play(ann).has_friends


@pytest.mark.slow
def test_the_front_prints_the_series_and_its_button_challenges(client: Client, ann: Player, bob: Player):
    enter(client, ann)
    for won in (True, True, False):
        meet(ann, bob, hours_ago=1, won=won)
    page = client.get("/").content.decode()
    form = page.split('<form id="again"')[1].split("</form>")[0]
    assert "Play Bob again" in form
    assert "You 2, Bob 1" in form
    fields = {
        part.split('"')[0]: part.split('value="')[1].split('"')[0]
        for part in form.split('<input type="hidden" name="')[1:]
    }
    assert client.post("/play", fields).status_code == 302
    seek = Seek.objects.get()
    assert (seek.player, seek.to, seek.counting, seek.best_of) == (ann, bob, "muggins", 3)
