"""A duel of two teams from its announcement to its end: joining, simultaneous boards, absent players."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from common import clock
from common.refusal import Refusal
from game.accounts.blocks import block
from game.models import Player
from game.shared_decks.models import DeckSet, SharedGame
from game.table.forced_endings import void_by_ruling
from tests.worlds.duplicates import close_due_rounds, close_round, commit_all, reveal_all
from tests.worlds.event_clubs import create_club, owner_of
from tests.worlds.stepped_evenings import (
    entry_of,
    live,
    nobody_begins,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.kinds import teams
from tournaments.events.manage import actions, duels, entering
from tournaments.events.models import Entry, Event, Pairing, Team
from tournaments.events.record.load_teams import load_played
from tournaments.events.record.tables import Superseded
from tournaments.events.run.audit import find_differences
from tournaments.events.show.overview import load_overview
from tournaments.events.tests.team_duels import announce_duel, begin_duel, end_board, enter_teams, hares_seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

Later = Callable[..., None]


def sides(event: Event) -> dict[str, tuple[int, int, int]]:
    """Return each team's place, points and margin as all visitors see them."""
    shown = load_overview(event.pk).sides
    return {side["club"]["name"]: (side["place"], side["points"], side["spread"]) for side in shown}


def at_tables(event: Event) -> list[tuple[str, str]]:
    """Return the players of each table, first dealer first."""
    return [(one.first.player.username, one.second.player.username) for one in live(event)]


@pytest.mark.slow
def test_partners_sit_in_both_seats_of_the_same_cards_and_change_opponents_after_four(later: Later):
    event, *_ = begin_duel(later)
    assert at_tables(event) == [("H0", "O0"), ("O1", "H1")]
    assert len({shared.round_id for shared in SharedGame.objects.all()}) == 1
    assert not any(pairing.game.rated for pairing in live(event))
    met = []
    for _ in range(8):
        met.append([{*pair} for pair in at_tables(event)])
        end_board(event, later)
    assert met == [[{"H0", "O0"}, {"H1", "O1"}]] * 4 + [[{"H0", "O1"}, {"H1", "O0"}]] * 4
    assert event.state == Event.State.OVER
    assert DeckSet.objects.get().stage == DeckSet.Stage.CLOSED
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_a_board_is_the_sum_of_both_margins_and_the_team_with_more_points_wins(later: Later):
    event, hares, owls = begin_duel(later)
    end_board(event, later, 90)  # 31 ahead, and 21 behind
    assert sides(event) == {"Hares": (1, 2, 10), "Owls": (2, 0, -10)}
    end_board(event, later, 100)
    assert sides(event) == {"Hares": (1, 3, 10), "Owls": (2, 1, -10)}
    for _ in range(6):
        end_board(event, later)
    assert sides(event) == {"Owls": (1, 13, 6 * 42 - 10), "Hares": (2, 3, 10 - 6 * 42)}
    assert {entry_of(event, player).place for player in owls} == {1}
    assert {entry_of(event, player).place for player in hares} == {2}
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_four_of_each_play_four_tables(later: Later):
    event, *_ = begin_duel(later, size=4)
    assert len(live(event)) == 4
    first_deals = [pairing.first.team.number for pairing in live(event)]
    assert sorted(first_deals) == [0, 0, 1, 1]
    end_board(event, later, 90, 90)
    assert sides(event)["Hares"] == (1, 2, 20)


def test_short_team_is_named_and_nothing_is_played(later: Later):
    event = announce_duel()
    enter_teams(event, (players(2, "H"), players(1, "O")))
    later(minutes=1)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.VOID
    assert event.reason == "Fewer than 2 players of Owls came."


def test_joining_needs_a_link_or_an_invitation(later: Later):
    event = announce_duel()
    (stranger,) = players(1, "S")
    for token in ("", "forged"):
        with pytest.raises(Refusal, match="team’s link"):
            entering.join(event_id=event.pk, player=stranger, team=token)
    Team.objects.filter(event=event, number=1).update(invited=[stranger.pk])
    entering.join(event_id=event.pk, player=stranger)
    assert entry_of(event, stranger).team.name == "Owls"


def test_player_who_left_before_the_start_may_join_the_other_team():
    event = announce_duel()
    (player,) = players(1, "S")
    hares, owls = Team.objects.filter(event=event).order_by("number")
    entering.join(event_id=event.pk, player=player, team=hares.token)
    entering.join(event_id=event.pk, player=player, team=owls.token)  # already in: nothing changes
    assert entry_of(event, player).team == hares
    entering.leave(event_id=event.pk, player=player)
    entering.join(event_id=event.pk, player=player)
    assert entry_of(event, player).team == hares
    entering.leave(event_id=event.pk, player=player)
    entering.join(event_id=event.pk, player=player, team=owls.token)
    assert entry_of(event, player).team == owls


def test_team_has_at_most_two_reserves():
    event = announce_duel()
    enter_teams(event, (players(4, "H"), ()))
    with pytest.raises(Refusal, match="at most 4"):
        enter_teams(event, (players(1, "L"), ()))


def test_player_blocked_by_the_other_team_cannot_join():
    event = announce_duel()
    (one,), (other,) = players(1, "H"), players(1, "O")
    block(player=one, other=other)
    enter_teams(event, ((one,), ()))
    with pytest.raises(Refusal, match="can’t play in this duel"):
        enter_teams(event, ((), (other,)))


@pytest.mark.slow
def test_reserve_replaces_a_paused_player_and_gives_the_seat_back(later: Later):
    event, hares, _ = begin_duel(later, reserves=1)
    assert {name for pair in at_tables(event) for name in pair} == {"H0", "H1", "O0", "O1"}
    entering.pause(event_id=event.pk, player=hares[0])
    end_board(event, later)
    assert {"H2", "O0"} in [{*pair} for pair in at_tables(event)]
    entering.resume(event_id=event.pk, player=hares[0])
    end_board(event, later)
    assert {"H0", "O0"} in [{*pair} for pair in at_tables(event)]
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_board_waits_three_minutes_for_a_paused_player_then_their_table_is_lost(later: Later):
    event, hares, _ = begin_duel(later)
    entering.pause(event_id=event.pk, player=hares[0])
    end_board(event, later)
    later(minutes=2)
    steps_until_nothing_is_due(event)
    assert live(event) == []
    later(minutes=1)
    steps_until_nothing_is_due(event)
    assert [{*pair} for pair in at_tables(event)] == [{"H1", "O1"}]
    end_board(event, later, 100)  # 21 ahead, and 31 behind
    board = load_played(event)[-1]
    assert [table.pairing is None for table in board.tables] == [True, False]
    assert board.result.margin == 21 - 31
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_board_does_not_wait_for_a_player_who_left(later: Later):
    event, hares, _ = begin_duel(later)
    entering.leave(event_id=event.pk, player=hares[0])
    end_board(event, later)
    assert [{*pair} for pair in at_tables(event)] == [{"H1", "O1"}]


@pytest.mark.slow
def test_absent_player_loses_by_31_and_is_paused(later: Later):
    event, hares, _ = begin_duel(later)
    gone, other = sorted(
        live(event), key=lambda one: "H0" not in (str(one.first.player), str(one.second.player))
    )
    nobody_begins(gone.game, there=[hares_seat(gone).other])
    win(other.game, hares_seat(other), 90)
    close_round(event, later)
    assert load_played(event)[0].result.margin == 0
    assert entry_of(event, hares[0]).is_paused


@pytest.mark.slow
def test_team_without_players_loses_the_remaining_boards(later: Later):
    event, hares, _ = begin_duel(later)
    end_board(event, later, 50, 50)
    for player in hares:
        entering.leave(event_id=event.pk, player=player)
    end_board(event, later, 50, 50)
    later(minutes=4)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    assert sides(event)["Owls"][:2] == (1, 6 * 2)
    assert sides(event)["Hares"][:2] == (2, 4)
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_if_both_teams_are_gone_the_remaining_boards_do_not_count(later: Later):
    event, hares, owls = begin_duel(later)
    for player in [*hares, *owls]:
        entering.leave(event_id=event.pk, player=player)
    end_board(event, later, 50, 50)
    later(minutes=4)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    assert sides(event)["Hares"][:2] == (1, 2)


@pytest.mark.slow
def test_a_directors_pause_restarts_the_wait_for_a_paused_player(later: Later):
    host = Player.objects.create(username="Host", is_staff=True, is_superuser=True)
    event, hares, _ = begin_duel(later)
    entering.pause(event_id=event.pk, player=hares[0])
    actions.pause_event(by=host, event_id=event.pk, reason="The lights went out.")
    end_board(event, later)
    later(minutes=30)
    actions.resume_event(by=host, event_id=event.pk, reason="They are on again.")
    steps_until_nothing_is_due(event)
    assert live(event) == []
    entering.resume(event_id=event.pk, player=hares[0])
    later(seconds=2)
    steps_until_nothing_is_due(event)
    assert len(live(event)) == 2


@pytest.mark.slow
def test_board_with_a_voided_game_does_not_count(later: Later):
    event, *_ = begin_duel(later)
    first, _ = end_board(event, later, 50, 50)
    assert sides(event)["Hares"] == (1, 2, 142)
    void_by_ruling(first.game_id)
    assert sides(event)["Hares"] == (1, 0, 0)
    steps_until_nothing_is_due(event)
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_open_board_is_hidden_until_its_last_table_is_done(later: Later):
    event, *_ = begin_duel(later)
    done, _ = live(event)
    win(done.game, hares_seat(done), 50)
    steps_until_nothing_is_due(event)
    assert sides(event) == {"Hares": (1, 0, 0), "Owls": (1, 0, 0)}
    shown = load_overview(event.pk)
    assert {(line["points"], line["games"], line["spread"]) for line in shown.standings} == {(0, 0, 0)}
    assert {(one["winner"], *one["scores"]) for one in shown.tables} == {(None, 0, 0)}
    assert load_played(event) == []


@pytest.mark.slow
def test_director_who_plays_may_not_judge_the_duel_but_a_host_may(later: Later):
    host = Player.objects.create(username="Host", is_staff=True, is_superuser=True)
    maker = Player.objects.create(username="Maker")
    event = announce_duel(by=maker)
    enter_teams(event, ((maker, *players(1, "H")), players(2, "O")))
    later(minutes=1)
    steps_until_nothing_is_due(event)
    for act in (actions.end_event, actions.void_event):
        with pytest.raises(Refusal, match="play in this"):
            act(by=maker, event_id=event.pk, reason="I am behind.")
    actions.void_event(by=host, event_id=event.pk, reason="Not to be played.")


def test_two_clubs_play_it_by_invitation_and_each_member_is_of_their_own(later: Later):
    owls, hares = create_club("Owls", *players(2, "O")), create_club("Hares", *players(2, "H"))
    starts_at = clock.now() + timedelta(hours=1)
    offer = duels.offer(
        by=owner_of(owls), club=owls, rival=hares, starts_at=starts_at, games=9, pace="quick", team_size=2
    )
    event = duels.accept(by=owner_of(hares), offer_id=offer.pk)
    assert (event.kind, event.games, event.team_size, event.rated) == ("teams", 8, 2, False)
    assert event.deck_set is not None
    member = Player.objects.get(username="H0")
    entering.join(event_id=event.pk, player=member)
    assert entry_of(event, member).team.club == hares
    (stranger,) = players(1, "S")
    with pytest.raises(Refusal, match="Only members"):
        entering.join(event_id=event.pk, player=stranger, team=Team.objects.first().token)


def test_decks_of_a_duel_say_how_many_play_and_by_which_rules():
    event = announce_duel(size=4)
    assert '"pairing":"teams/1"' in event.deck_set.params
    assert '"team_size":4' in event.deck_set.params
    assert Pairing.objects.count() == Entry.objects.count() == 0


@pytest.mark.slow
def test_player_without_a_part_in_the_decks_plays_too(later: Later):
    event = announce_duel()
    hares, owls = players(2, "H"), players(2, "O")
    enter_teams(event, (hares, owls))
    commit_all(event, hares)
    later(minutes=1)
    steps_until_nothing_is_due(event)
    reveal_all(event, hares[:1])
    later(seconds=61)
    steps_until_nothing_is_due(event)
    assert len(live(event)) == 2


@pytest.mark.slow
def test_one_of_two_processes_opens_a_board(later: Later):
    event, *_ = begin_duel(later)
    for pairing in live(event):
        win(pairing.game, hares_seat(pairing))
    later(seconds=2)
    close_due_rounds()
    event.refresh_from_db()
    draw = teams.load_draw(event)
    teams.open_board(event, draw)
    with pytest.raises(Superseded):
        teams.open_board(event, draw)
    assert len(live(event)) == 2
    assert list(find_differences(event)) == []
