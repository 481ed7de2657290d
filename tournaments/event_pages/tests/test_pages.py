"""The pages of events through Django's test client: they are complete without any script."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from common import clock
from game.engine.state import Ended, Seat
from game.models import Player
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    live,
    players,
    steps_until_nothing_is_due,
    win,
)
from tests.worlds.tables import create_game
from tournaments.events.kinds.lookup import ALL
from tournaments.events.manage import actions, entering
from tournaments.events.models import Entry, Event, EventAction
from tournaments.formats.format import HOUR_GAMES
from tournaments.formats.pairing import MANY, PATIENCE, VERSION, WAIT_MS, WAIT_WHILE_MOST_PLAY_MS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

Count = Any


def page_of(path: str, who: Player | None = None, **posted: str) -> str:
    browser = Client()
    if who is not None:
        browser.force_login(who)
    answer = browser.post(path, posted, follow=True) if posted else browser.get(path)
    return answer.content.decode()


def shown(page: str) -> list[str]:
    """Return the visitor's parts that an event's page shows."""
    return re.findall(r'data-when="([a-z]+)">', page)


def text(page: str) -> str:
    seen = re.sub(r"<[^>]* hidden>[^<]*", " ", page)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", seen))


def make_host(name: str = "Hostess") -> Player:
    return Player.objects.create(username=name, is_staff=True, is_superuser=True)


def running(count: int = 4, **settings: Any) -> tuple[Event, list[Player]]:
    event, people = announce(**settings), players(count)
    enter_all(event, people)
    steps_until_nothing_is_due(event)
    return event, people


@pytest.mark.slow
def test_lists_have_running_coming_and_past_events():
    host, over = make_host(), announce()
    enter_all(over, players(2, "W"))
    steps_until_nothing_is_due(over)
    for pairing in live(over):
        win(pairing.game, Seat.A, 80)
    actions.end_event(by=host, event_id=over.pk, reason="It is late.")
    steps_until_nothing_is_due(over)
    running()
    announce(minutes_ahead=30)
    page = page_of("/events")
    heads = re.findall(r"<h2 id=\"(\w+)-head\"", page)
    assert heads == ["running", "next"]
    assert "New games for 105 more minutes" in page
    page = page_of("/events/past")
    assert "3" in text(page[page.index('class="podium"') :])[:60]
    assert "2 players" in page


def test_an_empty_list_says_so():
    assert "No event is planned right now" in page_of("/events")


def test_the_list_is_as_cheap_for_ten_events_as_for_one(django_assert_max_num_queries: Count):
    for n in range(10):
        announce(minutes_ahead=10 + n)
    with django_assert_max_num_queries(4):
        page_of("/events")


def test_a_stranger_is_sent_to_sign_up_and_comes_back():
    event = announce(minutes_ahead=30)
    page = page_of(f"/events/{event.pk}")
    assert shown(page) == ["stranger"]
    assert f"/accounts/signup/?next=/events/{event.pk}" in page


@pytest.mark.slow
def test_without_any_script_a_player_joins_and_leaves():
    event, [ann] = announce(minutes_ahead=30), players(1)
    path = f"/events/{event.pk}"
    assert shown(page_of(path, ann)) == ["open"]
    assert shown(page_of(f"{path}/enter", ann, act="join")) == ["entered"]
    assert shown(page_of(f"{path}/enter", ann, act="leave")) == ["left"]


def test_social_preview_describes_the_event():
    page = page_of(f"/events/{announce(minutes_ahead=30).pk}")
    assert '<meta property="og:title" content="Friday night' in page
    assert "A cribbage event: 9 games, one opponent after the other. Join in." in page


def test_refusal_is_shown_on_the_page(monkeypatch: pytest.MonkeyPatch):
    event, [ann] = announce(minutes_ahead=30), players(1)
    page = page_of(f"/events/{event.pk}/enter", ann, act="pause")
    assert "You’re not in this event." in page
    monkeypatch.setattr(entering, "GAMES_BEFORE", 10)
    page = page_of(f"/events/{event.pk}", ann)
    assert shown(page) == ["refused"]
    assert "Finish 10 games first. You’ve finished 0 so far." in page


@pytest.mark.slow
def test_playing_entrant_finds_their_table_on_the_page():
    event, [ann, *_] = running(2)
    game = live(event)[0].game_id
    page = page_of(f"/events/{event.pk}", ann)
    assert shown(page) == ["playing"]
    assert "You’re playing P1." in page
    # The site's own bar, the event's first button, my card, the live game, and the list of tables.
    assert page.count(f'href="/table/{game}"') == 5


@pytest.mark.slow
def test_my_card_has_my_games_as_i_see_them():
    event, [ann, bob] = running(2)
    pairing = live(event)[0]
    anns_seat = Seat.A if pairing.game.seat_a_id == ann.pk else Seat.B
    win(pairing.game, anns_seat, 90)
    cards = {}
    for who in (ann, bob):
        page = page_of(f"/events/{event.pk}", who)
        cards[who] = text(page[page.index('id="card"') : page.index('id="card-row"')])
    assert re.search(r"P1 won, a skunk 121 – 90 3", cards[ann])
    assert re.search(r"P0 lost 90 – 121 0", cards[bob])


@pytest.mark.slow
def test_the_order_shows_points_wins_and_spread_with_its_sign():
    event, _ = running(2)
    win(live(event)[0].game, Seat.A, 100)
    rows = page_of(f"/events/{event.pk}")
    rows = text(rows[rows.index('id="standings"') : rows.index('id="nobody"')])
    assert re.search(r"1 P\d waiting 2 1–0 \+21 2 P\d waiting 0 0–1 −21", rows)


@pytest.mark.slow
def test_only_directors_see_the_box():
    host = make_host()
    event, [ann, *_] = running(2, by=host)
    assert 'id="director"' not in page_of(f"/events/{event.pk}", ann)
    assert 'id="director"' in page_of(f"/events/{event.pk}", host)


@pytest.mark.parametrize(
    ("act", "more", "kind"),
    [
        ("pause", {}, "pause"),
        ("extend", {"minutes": "15"}, "extend"),
        ("end", {}, "end"),
        ("void", {}, "void"),
        ("disqualify", {"player": "P1"}, "disqualify"),
    ],
)
def test_a_director_acts_without_any_script_and_it_is_on_record(act: str, more: dict[str, str], kind: str):
    host = make_host()
    event, _ = running(2, by=host)
    page_of(f"/events/{event.pk}/direct", host, act=act, reason="It has to be.", **more)
    action = EventAction.objects.get(event=event)
    assert (action.kind, action.reason, action.by) == (kind, "It has to be.", host)


@pytest.mark.slow
def test_director_without_a_reason_is_asked_for_one():
    host = make_host()
    event, [ann, *_] = running(2, by=host)
    direct = f"/events/{event.pk}/direct"
    assert "Give a reason" in page_of(direct, host, act="void", reason="")
    assert "Only hosts and the event’s director" in page_of(direct, ann, act="void", reason="I lose.")
    assert "Extend an event by 1 to 240 minutes." in page_of(
        direct, host, act="extend", reason="Longer.", minutes="x"
    )
    assert not EventAction.objects.exists()


def test_reason_of_a_called_off_event_is_public():
    host, event = make_host(), announce(minutes_ahead=30)
    actions.void_event(by=host, event_id=event.pk, reason="Nobody has time.")
    assert "The host called off this event: Nobody has time." in page_of(f"/events/{event.pk}")


FORM = {
    "title": "Friday night", "kind": "night", "games": "9", "minutes": "60", "clock": "quick",
    "counting": "auto", "rated": "on", "best_of": "3", "round_days": "7",
}  # fmt: skip


def test_a_host_makes_an_event_by_their_own_clock():
    host = make_host()
    start = (clock.now() + timedelta(days=1)).replace(second=0, microsecond=0)
    typed = (start + timedelta(minutes=90)).strftime("%Y-%m-%dT%H:%M")
    page_of("/events/new", host, starts=typed, utc_offset="90", **FORM)
    event = Event.objects.get()
    assert (event.by, event.starts_at, event.games, event.rated) == (host, start, 9, True)


@pytest.mark.parametrize(
    ("kind", "pace", "best_of", "round_days"),
    [("night", "quick", 1, 0), ("bracket", "quick", 3, 0), ("robin", "relaxed", 1, 7)],
)
def test_each_format_stores_its_own_settings(kind: str, pace: str, best_of: int, round_days: int):
    typed = (clock.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    page_of("/events/new", make_host(), starts=typed, utc_offset="0", **FORM | {"kind": kind})
    event = Event.objects.get()
    assert (event.kind, event.clock, event.best_of, event.round_days) == (kind, pace, best_of, round_days)


def test_form_has_sensible_defaults():
    page = page_of("/events/new", make_host())
    for chosen in (
        'value="night" checked',
        'value="9" checked',
        'value="quick" checked',
        'name="rated" checked',
    ):
        assert chosen in page


def test_an_event_that_cannot_be_made_is_explained_on_the_form():
    host = make_host()
    browser = Client()
    browser.force_login(host)
    answer = browser.post("/events/new", FORM | {"starts": "2020-01-01T20:00", "utc_offset": "0"})
    assert answer.status_code == 400
    assert "Choose a start within the next 90 days." in answer.content.decode()
    assert not Event.objects.exists()


def test_other_players_cannot_make_events():
    [ann] = players(1)
    assert Client().get("/events/new").status_code == 404
    page_of("/events/new", ann, starts="2026-12-31T20:00", **FORM)
    assert not Event.objects.exists()


@pytest.mark.slow
def test_pairings_show_players_and_input_but_the_root_only_at_the_end():
    host = make_host()
    event, _ = running(2, by=host)
    page = page_of(f"/events/{event.pk}/pairings")
    assert "deals first to" in page
    assert event.root_commitment in page
    assert "The root is shown here when the event is over" in page
    win(live(event)[0].game, Seat.A, 100, Ended.PLAYED)
    actions.end_event(by=host, event_id=event.pk, reason="It is late.")
    steps_until_nothing_is_due(event)
    assert len(event.root) == 64
    assert event.root in page_of(f"/events/{event.pk}/pairings")


def test_table_shows_if_skunks_count_more_in_its_event():
    event, people = running()
    assert 'data-pays-skunks="true"' in page_of(f"/table/{live(event)[0].game_id}", people[0])
    without = {kind.name for kind in ALL if not kind.pays_skunks}
    assert without == {Event.Kind.BRACKET, Event.Kind.TEAMS}


def test_the_page_of_rules_names_the_waits_and_games_of_the_code():
    page = text(page_of("/events/rules"))
    patience = PATIENCE[VERSION]
    for sentence in (
        "A win is worth 2 points.",
        f"waits {WAIT_MS // 1000} seconds for more choice",
        f"or {WAIT_WHILE_MOST_PLAY_MS // 1000} seconds in a large event: one with {MANY} or more players",
        f"up to {patience.for_somebody_unmet // 1000} seconds for a player you haven’t met",
        f"up to {patience.for_a_fairer_deal // 1000} seconds for a fairer first deal",
        f"no new opponent is free within {patience.for_somebody_unmet // 1000} seconds",
        f"no other player is free within {patience.for_somebody_unmet // 1000} seconds",
        f"no other player is free within {patience.for_a_fairer_deal // 1000} seconds",
        "the first 6 in 60 minutes, 9 in 90",
    ):
        assert sentence in page
    assert HOUR_GAMES == {60: 6, 90: 9}


@pytest.mark.parametrize(
    "path", ["nothing", "nothing/pairings", "nothing/standings.csv", "nothing/results.csv"]
)
def test_there_has_to_be_such_an_event(path: str):
    assert Client().get(f"/events/{path}").status_code == 404


@pytest.mark.slow
def test_an_event_of_a_hundred_and_more_shows_the_first_hundred_and_me():
    event, people = announce(minutes_ahead=30), players(105)
    Entry.objects.bulk_create([Entry(event=event, player=one, joined_at=clock.now()) for one in people])
    page = page_of(f"/events/{event.pk}", people[-1])
    order = page[page.index('id="standings"') : page.index('id="nobody"')]
    assert order.count("<tr") == 101
    assert "P104" in order
    assert "and 4 more" in order


@pytest.mark.slow
def test_a_page_is_as_cheap_with_many_players_as_with_two(django_assert_max_num_queries: Count):
    event, _ = running(12)
    with django_assert_max_num_queries(6):
        page_of(f"/events/{event.pk}")


def test_the_table_of_an_events_game_names_it_and_leads_back():
    event, [ann, *_] = running(2)
    page = page_of(f"/table/{live(event)[0].game_id}", ann)
    assert 'data-event="Friday night"' in page
    assert f'id="result-to-event" class="button" href="/events/{event.pk}"' in page


def test_table_outside_events_names_no_event():
    [ann, bob] = players(2)
    page = page_of(f"/table/{create_game(players=(ann, bob)).pk}", ann)
    assert "data-event" not in page
    assert "result-to-event" not in page


def test_player_sees_their_standing_after_a_game():
    event, [ann, _] = running(2)
    pairing = live(event)[0]
    win(pairing.game, Seat.A if pairing.game.seat_a_id == ann.pk else Seat.B, 90)
    browser = Client()
    browser.force_login(ann)
    answer = browser.get(f"/api/events/{event.pk}/mine").json()
    line = answer["line"]
    assert (answer["games"], line["place"], line["points"], line["games"]) == (9, 1, 3, 1)
    assert browser.get("/api/events/nothing/mine").status_code == 404


def test_player_without_an_entry_has_no_line():
    event, [ann] = announce(), players(1)
    browser = Client()
    browser.force_login(ann)
    assert browser.get(f"/api/events/{event.pk}/mine").json()["line"] is None
