"""A director writes to the players, corrects one result, and takes back a disqualification."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils.translation import override

from common import clock
from common.refusal import Refusal
from game.accounts import blocks
from game.models import Game, Player
from people.notices.models import Notice
from people.notices.sentences import describe
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    entry_of,
    live,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.manage import actions, entering
from tournaments.events.manage.correcting import correct_result, reinstate
from tournaments.events.models import Entry, Event, EventAction, Pairing
from tournaments.events.notice_kinds import EVENT_CHANGED
from tournaments.events.run.audit import find_differences
from tournaments.events.show.snapshot import load_event_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

WHY = "Both players agree."
DAY = timedelta(days=1)


@pytest.fixture
def host() -> Player:
    return Player.objects.create(username="Hostess", is_staff=True, is_superuser=True)


@pytest.fixture
def evening(host: Player) -> tuple[Event, list[Player]]:
    """A running night of twelve, whose first tables have ended."""
    event, people = announce(), players(12)
    enter_all(event, people)
    steps_until_nothing_is_due(event)
    for pairing in live(event):
        win(pairing.game, loser_has=100)
    event.refresh_from_db()
    return event, people


def ended(event: Event) -> Pairing:
    games = Pairing.objects.filter(event=event, ending="played").select_related(
        "first__player", "second__player"
    )
    return games.order_by("pk")[0]


def players_of(pairing: Pairing) -> tuple[Player, Player]:
    """Return the winner and the loser."""
    both = (pairing.first.player, pairing.second.player)
    return both if pairing.winner == 0 else both[::-1]


def correct(event: Event, by: Player, winner: Player, points: int = 80, game: str = "") -> None:
    correct_result(
        by=by, event_id=event.pk, game=game or ended(event).game_id, winner=winner, points=points, reason=WHY
    )


def sentences() -> dict[str, str]:
    with override("en"):
        return {
            notice.player.username: describe(notice)
            for notice in Notice.objects.filter(kind=EVENT_CHANGED.name).select_related("player")
        }


class TestCorrecting:
    def test_standings_follow_and_the_game_stays(self, evening: tuple[Event, list[Player]], host: Player):
        event, _ = evening
        pairing = ended(event)
        winner, loser = players_of(pairing)
        before = Game.objects.filter(pk=pairing.game_id).values().get()
        free = entry_of(event, loser).free_since
        for _ in range(2):
            correct(event, host, loser)
        assert (entry_of(event, loser).points, entry_of(event, winner).points) == (3, 0)
        assert (entry_of(event, loser).spread, entry_of(event, winner).spread) == (41, -41)
        assert entry_of(event, loser).free_since == free
        assert Game.objects.filter(pk=pairing.game_id).values().get() == before
        assert EventAction.objects.filter(kind="correct").count() == 1
        assert sentences() == dict.fromkeys(
            (winner.username, loser.username),
            f"The result of your game in Friday night is corrected: {WHY}",
        )
        table = next(
            one for one in load_event_page(event.pk, None)["tables"] if one["game"] == pairing.game_id
        )
        assert (table["corrected"], {*table["scores"]}) == (True, {121, 80})
        page = Client().get(f"/events/{event.pk}").content.decode()
        assert WHY in page
        assert f'<a href="/game/{pairing.game_id}">Score</a>' in page

    def test_the_record_stays_consistent(self, evening: tuple[Event, list[Player]], host: Player):
        event, _ = evening
        correct(event, host, players_of(ended(event))[1])
        steps_until_nothing_is_due(event)
        for pairing in live(event):
            win(pairing.game)
        assert [*find_differences(event)] == []
        Pairing.objects.filter(event=event, is_corrected=True).update(score_first=3)
        assert next(iter(find_differences(event))).about.startswith("correction of")

    def test_places_follow_within_a_day_of_the_end(self, evening: tuple[Event, list[Player]], host: Player):
        event, _ = evening
        actions.end_event(by=host, event_id=event.pk, reason=WHY)
        steps_until_nothing_is_due(event)
        event.refresh_from_db()
        assert event.state == "over"
        winner, loser = players_of(ended(event))
        correct(event, host, loser, points=0)
        assert entry_of(event, loser).place == 1
        Event.objects.filter(pk=event.pk).update(ended_at=clock.now() - DAY * 1.01)
        with pytest.raises(Refusal) as fault:
            correct(event, host, winner)
        assert fault.value.code == "too_late"

    def test_nobody_rules_on_their_own_game(self, evening: tuple[Event, list[Player]]):
        event, _ = evening
        winner, loser = players_of(ended(event))
        Player.objects.filter(pk=loser.pk).update(is_staff=True, is_superuser=True)
        loser = Player.objects.get(pk=loser.pk)
        with pytest.raises(Refusal) as fault:
            correct(event, loser, loser)
        assert fault.value.code == "not_yours"
        Event.objects.filter(pk=event.pk).update(by=winner)
        with pytest.raises(Refusal):
            correct(event, winner, winner)
        assert not EventAction.objects.exists()

    def test_bad_values_and_strangers_change_nothing(self, evening: tuple[Event, list[Player]], host: Player):
        event, people = evening
        pairing = ended(event)
        winner, loser = players_of(pairing)
        other = next(player for player in people if player not in (winner, loser))
        elsewhere = announce()
        for by, who, points, game in (
            (host, other, 80, ""),
            (host, loser, 121, ""),
            (host, loser, -1, ""),
            (host, loser, 80, "nothing\0"),
            (other, loser, 80, ""),
            (Player.objects.create(username="Nora"), loser, 80, ""),
        ):
            with pytest.raises(Refusal):
                correct(event, by, who, points, game)
        with pytest.raises(Refusal):
            correct(elsewhere, host, loser, game=pairing.game_id)
        assert not Pairing.objects.filter(is_corrected=True).exists()

    def test_a_bracket_after_the_night_makes_results_final(
        self, evening: tuple[Event, list[Player]], host: Player
    ):
        event, _ = evening
        bracket = announce("bracket", minutes_ahead=60, source=event)
        correct(event, host, players_of(ended(event))[1])
        Event.objects.filter(pk=bracket.pk).update(state="running")
        with pytest.raises(Refusal) as fault:
            correct(event, host, players_of(ended(event))[1])
        assert fault.value.code == "too_late"


class TestReinstating:
    def test_the_player_is_back_and_paused(self, evening: tuple[Event, list[Player]], host: Player):
        event, people = evening
        steps_until_nothing_is_due(event)
        player = people[0]
        actions.disqualify(by=host, event_id=event.pk, player=player, reason=WHY)
        reinstate(by=host, event_id=event.pk, player=player, reason="Mistaken identity.")
        entry = entry_of(event, player)
        assert (entry.is_disqualified, entry.is_paused, entry.free_since) == (False, True, None)
        assert [one["place"] for one in load_event_page(event.pk, None)["standings"]].count(None) == 0
        entering.resume(event_id=event.pk, player=player)
        assert entry_of(event, player).free_since is not None
        assert [*find_differences(event)] == []
        with pytest.raises(Refusal):
            reinstate(by=host, event_id=event.pk, player=player, reason=WHY)

    def test_the_walkover_stays_until_it_is_corrected(
        self, evening: tuple[Event, list[Player]], host: Player
    ):
        event, _ = evening
        steps_until_nothing_is_due(event)
        pairing = live(event)[0]
        player = pairing.first.player
        actions.disqualify(by=host, event_id=event.pk, player=player, reason=WHY)
        win(pairing.game)
        reinstate(by=host, event_id=event.pk, player=player, reason=WHY)
        pairing.refresh_from_db()
        assert (pairing.ending, pairing.winner) == ("no_show", 1)
        correct(event, host, player, points=99, game=pairing.game_id)
        pairing.refresh_from_db()
        assert (pairing.ending, pairing.winner, pairing.was_disqualified) == ("played", 0, False)
        assert [*find_differences(event)] == []

    def test_not_by_themselves_nor_by_a_stranger_nor_after_the_end(
        self, evening: tuple[Event, list[Player]], host: Player
    ):
        event, people = evening
        actions.disqualify(by=host, event_id=event.pk, player=people[0], reason=WHY)
        Player.objects.filter(pk=people[0].pk).update(is_staff=True, is_superuser=True)
        for by in (Player.objects.get(pk=people[0].pk), people[1], Player.objects.create(username="Nora")):
            with pytest.raises(Refusal):
                reinstate(by=by, event_id=event.pk, player=people[0], reason=WHY)
        Event.objects.filter(pk=event.pk).update(state="over")
        with pytest.raises(Refusal):
            reinstate(by=host, event_id=event.pk, player=people[0], reason=WHY)

    def test_a_host_disqualifies_no_opponent_of_their_own(self, evening: tuple[Event, list[Player]]):
        event, _ = evening
        steps_until_nothing_is_due(event)
        pairing = live(event)[0]
        one, other = pairing.first.player, pairing.second.player
        Player.objects.filter(pk=one.pk).update(is_staff=True, is_superuser=True)
        with pytest.raises(Refusal):
            actions.disqualify(by=Player.objects.get(pk=one.pk), event_id=event.pk, player=other, reason=WHY)
        assert not entry_of(event, other).is_disqualified


class TestMessages:
    def test_all_entrants_get_it_and_the_page_shows_the_last(
        self, evening: tuple[Event, list[Player]], host: Player
    ):
        event, people = evening
        Entry.objects.filter(player=people[0]).update(left_at=clock.now())
        blocks.block(player=people[1], other=host)
        for _ in range(2):
            actions.send_message(by=host, event_id=event.pk, reason="A break of ten minutes.")
        assert sentences() == dict.fromkeys(
            (player.username for player in people[2:]), "Friday night: A break of ten minutes."
        )
        actions.send_message(by=host, event_id=event.pk, reason="We go <on>.")
        page = Client().get(f"/events/{event.pk}").content.decode()
        message = page.partition('<p id="message" class="announced">')[2].partition("</p>")[0]
        assert message.strip() == "From the director: <strong>We go &lt;on&gt;.</strong>"
        assert load_event_page(event.pk, None)["message"]["says"] == "We go <on>."

    def test_there_are_five_an_hour(self, evening: tuple[Event, list[Player]], host: Player):
        event, _ = evening
        for number in range(5):
            actions.send_message(by=host, event_id=event.pk, reason=f"Message {number}")
        with pytest.raises(Refusal) as fault:
            actions.send_message(by=host, event_id=event.pk, reason="One more")
        assert fault.value.code == "too_many"
        EventAction.objects.update(at=clock.now() - timedelta(hours=1, minutes=1))
        actions.send_message(by=host, event_id=event.pk, reason="One more")

    def test_only_directors_who_may_write(self, evening: tuple[Event, list[Player]], host: Player):
        event, people = evening
        for column in ("muted_until", "banned_until"):
            Player.objects.filter(pk=host.pk).update(muted_until=None, banned_until=None)
            Player.objects.filter(pk=host.pk).update(**{column: clock.now() + DAY})
            with pytest.raises(Refusal):
                actions.send_message(by=Player.objects.get(pk=host.pk), event_id=event.pk, reason="Hello")
        for by in (people[0], Player.objects.create(username="Nora")):
            with pytest.raises(Refusal):
                actions.send_message(by=by, event_id=event.pk, reason="Hello")
        Player.objects.filter(pk=host.pk).update(muted_until=None, banned_until=None)
        host = Player.objects.get(pk=host.pk)
        for text in ("", "ab", "x" * 501):
            with pytest.raises(Refusal):
                actions.send_message(by=host, event_id=event.pk, reason=text)
        assert not EventAction.objects.exists()
