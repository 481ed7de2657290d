"""Events are searched once, and only moderators see the signs."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from common import clock
from common.refusal import Refusal
from game.engine.state import Rules, Seat
from game.models import Game, Player, Review, Scoresheet
from game.shared_decks.models import Round as SharedRound
from game.shared_decks.models import SharedGame
from game.table.opening import build_game, save_new_game
from hosting.signs.answering import put_aside
from hosting.signs.finding import load_decisions, look_through_due
from hosting.signs.measures import OWN_GAMES
from hosting.signs.models import Search, Sign
from people.moderation.rights import MODERATOR_GROUP, update_moderator_group
from tests.worlds.shared_decks import create_started_set
from tournaments.events.models import Entry, Event, Pairing, Round

pytestmark = pytest.mark.django_db

PER_GAME = 40


def make_player(name: str, **fields: Any) -> Player:
    return Player.objects.create_user(username=name, password="correct horse battery", **fields)


@pytest.fixture
def ann() -> Player:
    return make_player("Ann")


@pytest.fixture
def bob() -> Player:
    return make_player("Bob")


@pytest.fixture
def event() -> Event:
    now = clock.now()
    return Event.objects.create(
        id="anevening", kind="night", title="Friday", created_at=now, starts_at=now - timedelta(hours=3),
        closes_at=now, ended_at=now, state=Event.State.OVER, games=9, minutes=60,
    )  # fmt: skip


def play(
    players: tuple[Player, Player],
    number: int,
    cost: float,
    think_ms: Callable[[int, int], int],
    days_ago: int = 0,
) -> Game:
    """Write a reviewed game whose first seat lost this much with each of its decisions."""
    game, secrets = build_game(f"game{number:05}", players, Rules(), "quick", False)
    chance = Random(number)
    gaps = [chance.randrange(50_000) for _ in range(PER_GAME)]
    words = [f"a5H/{think_ms(gap, chance.randrange(20_000))}" for gap in gaps]
    game.transcript, game.ply = " ".join([game.transcript, *words]), PER_GAME
    game.finished_at, game.winner, game.ended, game.value = (
        clock.now() - timedelta(days=days_ago),
        0,
        "played",
        1,
    )
    save_new_game(game, secrets)
    lost = PER_GAME * (cost * chance.uniform(0.8, 1.2)) ** 2
    for seat in Seat:
        Scoresheet.objects.create(
            game=game, seat=seat, player=players[seat], opponent=players[seat.other], at=game.finished_at,
            rated=False, won=seat is Seat.A, value=1, ended="played", dealt_first=seat is Seat.A, points=121,
            points_against=100, decisions=PER_GAME, lost_by_play=lost,
        )  # fmt: skip
    decisions = [
        {
            "ply": n, "deal": 1, "seat": 0, "sort": "card", "lost": 0, "made": {"cards": ["5H"], "win": gap},
            "lines": [{"cards": ["5H"], "win": gap}, {"cards": ["TD"], "win": 0}],
        }
        for n, gap in enumerate(gaps)
    ]  # fmt: skip
    now = clock.now()
    Review.objects.create(game=game, asked_at=now, deals=9, done_at=now, judged={"decisions": decisions})
    return game


def quick(gap: int, noise: int) -> int:
    return 2000 + noise


def as_people_do(gap: int, noise: int) -> int:
    return 2000 + noise // 4 + (50_000 - gap) // 2


@pytest.fixture
def evening(event: Event, ann: Player, bob: Player) -> Callable[..., Event]:
    def play_evening(cost: float, think_ms: Callable[[int, int], int] = quick, own: int = OWN_GAMES) -> Event:
        for n in range(own):
            play((ann, bob), n, 0.1, quick, days_ago=1)
        entries = [
            Entry.objects.create(event=event, player=one, joined_at=event.starts_at) for one in (ann, bob)
        ]
        drawn = Round.objects.create(event=event, version=1, at=event.starts_at, draw="", tables=[])
        for n in range(9):
            Pairing.objects.create(
                event=event, round=drawn, game=play((ann, bob), 1000 + n, cost, think_ms), first=entries[0],
                second=entries[1], opened_at=event.starts_at,
            )  # fmt: skip
        return event

    return play_evening


class TestFinding:
    @pytest.mark.slow
    @pytest.mark.parametrize(("cost", "kind"), [(0.05, "engine"), (0.2, "gift")])
    def test_a_player_unlike_themselves_with_even_think_times_is_found(
        self, evening: Callable[..., Event], ann: Player, cost: float, kind: str
    ):
        event = evening(cost)
        look_through_due()
        sign = Sign.objects.get(player=ann)
        assert (sign.event, sign.kind, sign.games, sign.timed) == (event, kind, 9, 9 * PER_GAME)
        assert (sign.deviation > 3) == (kind == "engine")

    @pytest.mark.slow
    def test_a_player_as_usual_is_not_found(self, evening: Callable[..., Event]):
        evening(0.1)
        look_through_due()
        assert not Sign.objects.exists()

    @pytest.mark.slow
    def test_a_player_who_thinks_longer_on_hard_decisions_is_not_found(self, evening: Callable[..., Event]):
        evening(0.05, as_people_do)
        look_through_due()
        assert not Sign.objects.filter(player__username="Ann").exists()

    @pytest.mark.slow
    def test_a_player_with_too_few_games_to_compare_is_not_found(self, evening: Callable[..., Event]):
        evening(0.05, own=OWN_GAMES - 1)
        look_through_due()
        assert not Sign.objects.exists()

    @pytest.mark.slow
    def test_a_sign_punishes_no_player(self, evening: Callable[..., Event], ann: Player):
        evening(0.05)
        before = Player.objects.filter(pk=ann.pk).values().get()
        look_through_due()
        assert Player.objects.filter(pk=ann.pk).values().get() == before

    @pytest.mark.slow
    def test_an_event_is_searched_when_its_games_are_reviewed(self, evening: Callable[..., Event]):
        evening(0.05)
        Review.objects.filter(game="game01003").update(done_at=None)
        look_through_due()
        assert not Search.objects.exists()
        Review.objects.update(done_at=clock.now())
        for _ in range(2):
            look_through_due()
        assert (Search.objects.count(), Sign.objects.filter(player__username="Ann").count()) == (1, 1)

    @pytest.mark.slow
    @pytest.mark.parametrize("state", [Event.State.RUNNING, Event.State.CLOSED, Event.State.VOID])
    def test_an_event_is_searched_only_when_it_is_over(self, evening: Callable[..., Event], state: str):
        evening(0.05)
        Event.objects.update(state=state)
        look_through_due()
        assert not Search.objects.exists()

    @pytest.mark.slow
    def test_only_decisions_of_finished_games_count(self, evening: Callable[..., Event], ann: Player):
        event = evening(0.05)
        assert len(load_decisions(event, ann)) == 9 * PER_GAME
        Game.objects.filter(pk="game01000").update(finished_at=None)
        assert len(load_decisions(event, ann)) == 8 * PER_GAME

    @pytest.mark.slow
    def test_games_whose_decks_are_still_played_do_not_count(
        self, evening: Callable[..., Event], ann: Player
    ):
        event = evening(0.05)
        board = SharedRound.objects.create(deck_set=create_started_set(), number=1, opened_at=clock.now())
        SharedGame.objects.create(game_id="game01000", round=board)
        assert "game01000" not in {one.game for one in load_decisions(event, ann)}
        look_through_due()
        assert Sign.objects.get(player=ann).games == 8
        SharedRound.objects.update(closed_at=clock.now())
        assert "game01000" in {one.game for one in load_decisions(event, ann)}


class TestForModerators:
    @pytest.fixture
    def sign(self, evening: Callable[..., Event], ann: Player) -> Sign:
        evening(0.05)
        look_through_due()
        return Sign.objects.get(player=ann)

    @pytest.fixture
    def mo(self) -> Player:
        update_moderator_group()
        mo = make_player("Mo", is_staff=True)
        mo.groups.add(Group.objects.get(name=MODERATOR_GROUP))
        return mo

    def page(self, player: Player | None, sign: Sign, name: str = "change") -> Any:
        client = Client()
        if player is not None:
            client.force_login(player)
        return client.get(reverse(f"admin:signs_sign_{name}", args=[sign.pk] if name == "change" else []))

    @pytest.mark.slow
    def test_only_staff_can_see_a_sign(self, sign: Sign, ann: Player, mo: Player):
        for name in ("change", "changelist"):
            assert self.page(None, sign, name).status_code == 302
            assert self.page(ann, sign, name).status_code == 302
            assert self.page(make_player(f"Staff-{name}", is_staff=True), sign, name).status_code == 403
            assert self.page(mo, sign, name).status_code == 200

    @pytest.mark.slow
    def test_its_page_lists_every_decision_with_cards_and_a_link(self, sign: Sign, mo: Player):
        content = self.page(mo, sign).content.decode()
        assert content.count(f"{reverse('replay', args=['game01000'])}#") == PER_GAME
        assert "5H" in content
        assert "Nothing to it" in content

    @pytest.mark.slow
    def test_a_moderator_dismisses_a_sign_once_with_a_recorded_note(self, sign: Sign, mo: Player):
        client = Client()
        client.force_login(mo)
        address = reverse("admin:signs_sign_put_sign_aside", args=[sign.pk])
        assert client.post(address, {"note": ""}).status_code == 400
        assert client.post(address, {"note": "A lesson by a friend."}).status_code == 302
        sign.refresh_from_db()
        assert (sign.looked_by, sign.note, sign.looked_at is not None) == (mo, "A lesson by a friend.", True)
        with pytest.raises(Refusal):
            put_aside(by=mo, sign=sign, note="Again.")
        sign.refresh_from_db()
        assert sign.note == "A lesson by a friend."

    @pytest.mark.slow
    def test_a_moderator_cannot_dismiss_their_own_sign(self, sign: Sign, ann: Player, mo: Player):
        Player.objects.filter(pk=ann.pk).update(is_staff=True, is_superuser=True)
        ann.refresh_from_db()
        with pytest.raises(Refusal):
            put_aside(by=ann, sign=sign, note="It was me.")
