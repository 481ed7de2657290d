"""Duels of clubs: invitations, pairings across clubs, and the clubs' scores."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.engine.state import Seat
from game.models import Player
from people.clubs import founding
from people.clubs.models import Club, Membership
from people.notices.models import Notice
from tests.worlds.event_clubs import add, create_club, owner_of
from tests.worlds.stepped_evenings import enter_all, live, players, step, steps_until_nothing_is_due, win
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage import actions, duels, entering
from tournaments.events.manage.creating import build_event
from tournaments.events.models import DuelOffer, Entry, Event, Pairing
from tournaments.events.run.audit import find_differences
from tournaments.events.show.snapshot import load_event_page, load_upcoming

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

WHY = "It rains."


@pytest.fixture
def owls() -> Club:
    return create_club("Owls", *players(3, "Owl"))


@pytest.fixture
def birds() -> Club:
    return create_club("Birds", *players(2, "Bird"))


def members(club: Club) -> list[Player]:
    plain = Membership.objects.filter(club=club, role="member").select_related("player").order_by("pk")
    return [one.player for one in plain]


def offer(club: Club, rival: Club, hours: float = 24, by: Player | None = None) -> DuelOffer:
    starts_at = clock.now() + timedelta(hours=hours)
    return duels.offer(
        by=by or owner_of(club), club=club, rival=rival, starts_at=starts_at, games=9, pace="quick"
    )


def agree(club: Club, rival: Club, hours: float = 24) -> Event:
    return duels.accept(by=owner_of(rival), offer_id=offer(club, rival, hours).pk)


def start(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(starts_at=clock.now(), due_at=clock.now())
    steps_until_nothing_is_due(event)


class TestInviting:
    def test_one_invites_and_the_other_accepts(self, owls: Club, birds: Club):
        made = offer(owls, birds)
        assert Notice.objects.get(player=owner_of(birds)).parts["url"] == "/club/birds"
        event = duels.accept(by=owner_of(birds), offer_id=made.pk)
        assert (event.kind, event.club, event.rival, event.title) == ("duel", owls, birds, "Owls – Birds")
        invited = Notice.objects.filter(about=f"event:{event.pk}:invitation")
        assert {notice.player for notice in invited} == {*members(owls), *members(birds), owner_of(birds)}

    def test_accepting_twice_makes_one_duel(self, owls: Club, birds: Club):
        made = offer(owls, birds)
        assert len({duels.accept(by=owner_of(birds), offer_id=made.pk).pk for _ in range(2)}) == 1

    def test_club_cannot_duel_itself(self, owls: Club):
        with pytest.raises(Refusal, match="against itself"):
            offer(owls, owls)

    def test_only_their_own_directors_invite_and_accept(self, owls: Club, birds: Club):
        with pytest.raises(Refusal, match="owners and directors"):
            offer(owls, birds, by=owner_of(birds))
        made = offer(owls, birds)
        for one in (owner_of(owls), members(birds)[0]):
            with pytest.raises(Refusal, match="owners and directors"):
                duels.accept(by=one, offer_id=made.pk)
            with pytest.raises(Refusal, match="owners and directors"):
                duels.decline(by=one, offer_id=made.pk)
        with pytest.raises(Refusal, match="owners and directors"):
            duels.withdraw(by=owner_of(birds), offer_id=made.pk)

    def test_two_clubs_wait_for_one_answer_at_a_time(self, owls: Club, birds: Club):
        offer(owls, birds)
        for one, other in ((owls, birds), (birds, owls)):
            with pytest.raises(Refusal, match="already have an open invitation"):
                offer(one, other, hours=48)

    def test_declined_or_withdrawn_duel_cannot_be_accepted(self, owls: Club, birds: Club):
        made = offer(owls, birds)
        duels.decline(by=owner_of(birds), offer_id=made.pk)
        again = offer(owls, birds)
        duels.withdraw(by=owner_of(owls), offer_id=again.pk)
        duels.withdraw(by=owner_of(owls), offer_id=again.pk)
        for each in (made, again):
            with pytest.raises(Refusal, match="answered or withdrawn"):
                duels.accept(by=owner_of(birds), offer_id=each.pk)

    def test_unanswered_invitation_expires(self, owls: Club, birds: Club):
        made = offer(owls, birds)
        DuelOffer.objects.update(starts_at=clock.now() - timedelta(minutes=1))
        with pytest.raises(Refusal, match="time of this duel is over"):
            duels.accept(by=owner_of(birds), offer_id=made.pk)
        assert duels.waiting_offers(owls) == []
        offer(owls, birds)

    def test_a_club_plays_one_duel_at_a_time(self, owls: Club, birds: Club):
        bats = create_club("Bats")
        waiting = offer(bats, owls, hours=25)
        agree(owls, birds)
        with pytest.raises(Refusal, match="Owls plays another duel at that time") as fault:
            duels.accept(by=owner_of(owls), offer_id=waiting.pk)
        assert fault.value.code == "engaged"
        with pytest.raises(Refusal, match="Birds plays another duel"):
            offer(bats, birds, hours=23)
        assert agree(bats, birds, hours=48).rival == birds

    def test_a_club_that_has_closed_plays_none(self, owls: Club, birds: Club):
        made, event = offer(owls, birds, hours=72), agree(owls, create_club("Bats"))
        founding.close(player=owner_of(owls), club=owls, name="Owls")
        with pytest.raises(Refusal, match="no such club"):
            duels.accept(by=owner_of(birds), offer_id=made.pk)
        event.refresh_from_db()
        assert event.state == "void"


class TestPlaying:
    @pytest.mark.slow
    def test_opponents_are_from_the_other_club_and_meet_once(self, owls: Club, birds: Club):
        event = agree(owls, birds)
        enter_all(event, [*members(owls), *members(birds)])
        start(event)
        for _ in range(8):
            for pairing in live(event):
                win(pairing.game)
            Entry.objects.exclude(free_since=None).update(free_since=clock.now() - timedelta(minutes=5))
            Event.objects.filter(pk=event.pk).update(due_at=clock.now())
            step(event)
        met = [{one.first.club_id, one.second.club_id} for one in Pairing.objects.all()]
        assert met == [{owls.pk, birds.pk}] * 6
        assert len({frozenset((one.first_id, one.second_id)) for one in Pairing.objects.all()}) == 6
        assert list(find_differences(event)) == []

    @pytest.mark.slow
    def test_it_closes_once_all_have_met_and_half_time_is_past(self, owls: Club, birds: Club):
        event = agree(owls, birds)
        enter_all(event, [members(owls)[0], members(birds)[0]])
        start(event)
        win(live(event)[0].game)
        steps_until_nothing_is_due(event)
        assert event.state == "running"
        Event.objects.filter(pk=event.pk).update(
            closes_at=clock.now() + timedelta(minutes=50), due_at=clock.now()
        )
        steps_until_nothing_is_due(event)
        assert event.state == "over"

    def test_a_stranger_does_not_enter(self, owls: Club, birds: Club):
        event = agree(owls, birds)
        with pytest.raises(Refusal, match="Only members of Owls and Birds"):
            entering.join(event_id=event.pk, player=Player.objects.create(username="Nora"))

    def test_member_of_both_clubs_plays_for_the_one_joined_earlier(self, owls: Club, birds: Club):
        both = members(owls)[0]
        add(birds, both)
        event = agree(owls, birds)
        [entry] = enter_all(event, [both])
        assert entry.club == owls

    @pytest.mark.slow
    def test_club_score_is_the_sum_of_its_members(self, owls: Club, birds: Club):
        event = agree(owls, birds)
        enter_all(event, [*members(owls)[:2], *members(birds)])
        start(event)
        games = live(event)
        for pairing, loser_has in zip(games, (100, 80), strict=True):
            first_is_owl = pairing.first.club == owls
            owl = pairing.first.player if first_is_owl else pairing.second.player
            win(pairing.game, Seat.A if pairing.game.seat_a_id == owl.pk else Seat.B, loser_has)
        sides = load_event_page(event.pk, None)["sides"]
        assert [(side["club"]["name"], side["points"], side["wins"], side["place"]) for side in sides] == [
            ("Owls", 5, 2, 1),
            ("Birds", 0, 0, 2),
        ]
        assert [side["spread"] for side in sides] == [62, -62]
        assert {side["games"] for side in sides} == {2}

    def test_before_the_first_game_they_are_level(self, owls: Club, birds: Club):
        assert [side["place"] for side in load_event_page(agree(owls, birds).pk, None)["sides"]] == [1, 1]

    def test_duel_is_listed_for_all_visitors(self, owls: Club, birds: Club):
        event = agree(owls, birds)
        assert [one["id"] for one in load_upcoming()] == [event.pk]


class TestDirecting:
    @pytest.mark.slow
    def test_both_sides_may_pause_but_only_hosts_may_change_the_result(self, owls: Club, birds: Club):
        event, host = (
            agree(owls, birds),
            Player.objects.create(username="H", is_staff=True, is_superuser=True),
        )
        [entry] = enter_all(event, [members(birds)[0]])
        start(event)
        for club in (owls, birds):
            actions.pause_event(by=owner_of(club), event_id=event.pk, reason=WHY)
            actions.resume_event(by=owner_of(club), event_id=event.pk, reason=WHY)
        for deed in (actions.end_event, actions.void_event):
            with pytest.raises(Refusal, match="Ask a host"):
                deed(by=owner_of(owls), event_id=event.pk, reason=WHY)
        with pytest.raises(Refusal, match="Ask a host"):
            actions.disqualify(by=owner_of(owls), event_id=event.pk, player=entry.player, reason=WHY)
        actions.disqualify(by=host, event_id=event.pk, player=entry.player, reason=WHY)
        actions.void_event(by=host, event_id=event.pk, reason=WHY)

    def test_either_calls_it_off_before_it_starts(self, owls: Club, birds: Club):
        event = agree(owls, birds)
        actions.void_event(by=owner_of(birds), event_id=event.pk, reason=WHY)
        event.refresh_from_db()
        assert event.state == "void"

    @pytest.mark.slow
    def test_director_box_offers_only_permitted_actions(self, owls: Club, birds: Club):
        host = Player.objects.create(username="H", is_staff=True, is_superuser=True)
        event = agree(owls, birds)
        assert offered(event, owner_of(owls)) == {"message", "pause", "extend", "void"}
        enter_all(event, [members(birds)[0]])
        start(event)
        assert offered(event, owner_of(owls)) == {"message", "pause", "extend"}
        assert offered(event, host) == {
            "message", "pause", "extend", "end", "void", "disqualify", "reinstate", "correct",
        }  # fmt: skip

    @pytest.mark.slow
    def test_director_who_plays_is_not_offered_to_disqualify(self, owls: Club):
        owner = owner_of(owls)
        settings = EventSettings("night", "Friday night", clock.now(), games=9)
        event = build_event(settings, by=owner)
        event.club = owls
        event.save(force_insert=True)
        assert "disqualify" in offered(event, owner)
        enter_all(event, [owner])
        assert "disqualify" not in offered(event, owner)


def offered(event: Event, to: Player) -> set[str]:
    """Return the actions that the page of an event offers its director."""
    client = Client()
    client.force_login(to)
    page = client.get(f"/events/{event.pk}").content.decode()
    return set(re.findall(r'<details data-act="(\w+)">', page))
