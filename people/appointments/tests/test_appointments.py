"""A time is suggested to a friend or by link, accepted by one player, and called off by either."""

from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest

from common import clock
from common.personal_data import sections
from common.refusal import Refusal
from game.accounts import blocks
from game.accounts.guests import create_guest
from game.lobby.pairing import GameSettings
from game.models import Game, Player, Seek
from people.appointments import appointments
from people.appointments.models import Appointment
from people.appointments.times import FURTHEST, OPENS_BEFORE, REMIND_BEFORE, STAYS_OPEN
from people.following.follows import follow
from people.notices.listing import load_notices
from people.settings.deletion import delete_account
from tests.worlds.days import moved_clock

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
SETTINGS = GameSettings()
State = Appointment.State


def suggest(by: Player, to: Player | None, after: timedelta = HOUR, **settings: Any) -> Appointment:
    if to is not None:
        follow(player=by, other=to)
    return appointments.suggest(
        player=by, to=to, starts_at=clock.now() + after, settings=GameSettings(**settings)
    )


def accepted(by: Player, to: Player, after: timedelta = HOUR, **settings: Any) -> Appointment:
    appointment = suggest(by, to, after, **settings)
    appointments.accept(appointment_id=appointment.pk, player=to)
    return appointments.load(appointment.pk)


def news_of(player: Player) -> list[str]:
    found = load_notices([player.pk])[0].get(player.pk, [])
    return [str(notice["says"]) for notice in found if notice.get("read") is False]


def refused(code: str) -> AbstractContextManager[Any]:
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


def test_friend_is_notified_and_accepts(ann: Player, bob: Player):
    appointment = suggest(ann, bob)
    assert news_of(bob) == ["Ann suggests a time for a game."]
    for _ in range(2):
        appointments.accept(appointment_id=appointment.pk, player=bob)
    assert news_of(bob) == []
    assert news_of(ann) == ["Bob accepted the time you suggested."]
    appointment = appointments.load(appointment.pk)
    assert (appointment.state, appointment.remind_at) == (
        State.ACCEPTED,
        appointment.starts_at - REMIND_BEFORE,
    )
    [shown] = appointments.load_upcoming(bob)
    assert (shown.other, shown.is_own) == (ann, False)


def test_friend_declines(ann: Player, bob: Player):
    appointment = suggest(ann, bob)
    for _ in range(2):
        appointments.call_off(appointment_id=appointment.pk, player=bob)
    assert news_of(ann) == ["Bob can’t play at the time you suggested."]
    with refused("too_late"):
        appointments.accept(appointment_id=appointment.pk, player=bob)
    assert appointments.load_upcoming(ann) == []


@pytest.mark.parametrize("caller", ["ann", "bob"])
def test_either_player_calls_off_an_accepted_time(ann: Player, bob: Player, caller: str):
    appointment = accepted(ann, bob)
    by, other = (ann, bob) if caller == "ann" else (bob, ann)
    appointments.call_off(appointment_id=appointment.pk, player=by)
    assert news_of(other) == [f"{by} called off your game."]
    assert appointments.load(appointment.pk).remind_at is None


def test_first_player_with_the_link_is_the_opponent(ann: Player, bob: Player):
    appointment = suggest(ann, None)
    guest = create_guest()
    appointments.accept(appointment_id=appointment.pk, player=guest)
    assert appointments.load(appointment.pk).to == guest
    with refused("too_late"):
        appointments.accept(appointment_id=appointment.pk, player=bob)


def test_the_same_request_twice_makes_one_appointment(ann: Player, bob: Player):
    follow(player=ann, other=bob)
    at = clock.now() + HOUR
    both = [appointments.suggest(player=ann, to=bob, starts_at=at, settings=SETTINGS).pk for _ in range(2)]
    assert both[0] == both[1]


@pytest.mark.parametrize("after", [timedelta(), -HOUR, FURTHEST + HOUR])
def test_a_time_lies_within_the_next_days(ann: Player, bob: Player, after: timedelta):
    with refused("bad_request"):
        suggest(ann, bob, after)


def test_open_times_are_limited(ann: Player):
    for n in range(appointments.MAX_STANDING):
        suggest(ann, None, HOUR * (n + 1))
    with refused("too_many"):
        suggest(ann, None, HOUR * 9)


def test_cancelled_times_count_for_a_day(ann: Player):
    for n in range(appointments.MAX_A_DAY):
        row = suggest(ann, None, HOUR * (n + 1))
        appointments.call_off(appointment_id=row.pk, player=ann)
    with refused("too_many"):
        suggest(ann, None, HOUR * 20)


def test_guests_strangers_and_bots_are_refused(ann: Player, bob: Player, novice: Player):
    ask = appointments.check_may_suggest
    with refused("no_account"):
        ask(create_guest(), None)
    with refused("bad_request"):
        ask(ann, bob)  # not followed
    with refused("bad_request"):
        ask(ann, novice)
    Player.objects.filter(pk=bob.pk).update(is_api_bot=True)
    with refused("people_only"):
        ask(Player.objects.get(pk=bob.pk), None)


def ban(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(banned_until=clock.now() + HOUR)
    player.refresh_from_db()


def test_banned_and_deleted_players_are_no_friends_to_ask(ann: Player, bob: Player):
    follow(player=ann, other=bob)
    ban(bob)
    with refused("no_player"):
        suggest(ann, bob)


def test_invitation_of_a_banned_player_cannot_be_accepted(ann: Player, bob: Player):
    appointment = suggest(ann, bob)
    ban(ann)
    with refused("no_player"):
        appointments.accept(appointment_id=appointment.pk, player=bob)


def test_a_block_hides_a_time_and_prevents_the_game(ann: Player, bob: Player):
    appointment = accepted(ann, bob)
    blocks.block(player=bob, other=ann)
    assert appointments.load_upcoming(ann) == appointments.load_upcoming(bob) == []
    with refused("blocked"):
        appointments.check_may_see(appointment, ann)
    with moved_clock(appointment.starts_at), refused("blocked"):
        appointments.play(appointment_id=appointment.pk, player=ann)
    link = suggest(ann, None)
    with refused("blocked"):
        appointments.accept(appointment_id=link.pk, player=bob)


def test_only_the_two_players_see_a_taken_link(ann: Player, bob: Player, cat: Player):
    appointment = accepted(ann, bob)
    for call in (appointments.call_off, appointments.play):
        with refused("not_yours"):
            call(appointment_id=appointment.pk, player=cat)
    with refused("not_yours"):
        appointments.check_may_see(appointment, cat)


def at_the_time(ann: Player, bob: Player, **settings: Any) -> Appointment:
    return accepted(ann, bob, OPENS_BEFORE - timedelta(minutes=1), **settings)


def test_game_begins_when_both_play(ann: Player, bob: Player):
    appointment = at_the_time(ann, bob, ahead=3, clock="standard")
    waiting = appointments.play(appointment_id=appointment.pk, player=bob)
    assert waiting.waiting
    place = appointments.play(appointment_id=appointment.pk, player=ann)
    assert (place.game, place.waiting) == (waiting.game, False)
    game = Game.objects.get(pk=place.game)
    assert {game.seat_a, game.seat_b} == {ann, bob}
    assert game.clock == "standard"
    for player in (ann, bob):
        assert appointments.play(appointment_id=appointment.pk, player=player).game == game.pk
    assert Game.objects.count() == 1


def test_play_is_offered_around_the_time(ann: Player, bob: Player):
    appointment = accepted(ann, bob)
    with refused("too_early"):
        appointments.play(appointment_id=appointment.pk, player=ann)
    with moved_clock(appointment.starts_at + STAYS_OPEN + timedelta(minutes=1)):
        with refused("too_late"):
            appointments.play(appointment_id=appointment.pk, player=ann)
        assert appointments.load_upcoming(ann) == []
    assert not Seek.objects.exists()


def test_time_without_an_answer_has_no_game(ann: Player, bob: Player):
    appointment = suggest(ann, bob, timedelta(minutes=1))
    with refused("too_early"):
        appointments.play(appointment_id=appointment.pk, player=ann)


@pytest.mark.parametrize("leaver", ["ann", "bob"])
def test_export_and_deletion_cover_both_players(ann: Player, bob: Player, leaver: str):
    accepted(ann, bob)
    player = ann if leaver == "ann" else bob
    [row] = sections["appointments"].rows(player)
    assert (row["suggested_by"], row["suggested_to"], row["state"]) == ("Ann", "Bob", "accepted")
    delete_account(player)
    assert not Appointment.objects.exists()
