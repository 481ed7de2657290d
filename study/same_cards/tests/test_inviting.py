"""Invitations: who may make and accept one, the friend's cards, and when boards open again."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from common import clock
from common.http.rate_limit import RateLimit
from common.refusal import Refusal
from game.accounts.guests import create_guest
from game.bots.registry import BRAINS
from game.engine.state import Counting, Rules, Seat
from game.models import Game, Leaf, Player, Review, Scoresheet
from game.runtime.worker_pool import WorkerPool
from game.shared_decks import barrier
from game.shared_decks.models import Round, SharedGame
from game.shared_rounds.rounds import _close_due_rounds, void_restored_sets
from game.table.bot_accounts import get_or_create_account
from game.table.bot_replay import replay_decisions
from game.table.record import ledger
from game.table.shuffle.fairness import build_fairness
from people.notices.models import Notice
from people.notices.sentences import describe
from people.settings.deletion import delete_account
from rng.commitment import parse_params
from rng.models import Deal
from study.same_cards import inviting, verdicts
from study.same_cards.inviting import invite, may_invite, take, withdraw
from study.same_cards.models import Invitation, Verdict
from study.same_cards.stages import Stage, stage_of
from study.same_cards.web import pages
from tests.worlds.bot_games import open_bot_game
from tests.worlds.same_cards import begin, create_answered, create_played_game, play_out, take_up
from tests.worlds.shared_decks import create_round
from tests.worlds.stepped_evenings import announce
from tests.worlds.tables import update_row
from tournaments.events.models import Entry

# The test client reads at once what a server streams.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume"),
]


def stage(invitation: Invitation) -> Stage:
    return stage_of(Invitation.objects.get(pk=invitation.pk))


def line(game: Game) -> str:
    return Game.objects.get(pk=game.pk).transcript


RULES = [
    Rules(61),
    Rules(61, first_dealer=Seat.B),
    Rules(121, Counting.MUGGINS),
    Rules(121, Counting.MANUAL, Seat.A, (9, 0)),
]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("bot", ["novice", "advanced"])
def test_the_same_decisions_are_the_same_game_to_the_last_card(bot: str, rules: Rules):
    first = create_played_game(bot=bot, rules=rules, seed=5)
    answer = take_up(invite(first, first.seat_a))
    play_out(answer.pk, seed=5)
    assert line(answer) == line(first)
    assert line(answer).count("#") > 1  # more than one deal was played; three can be enough for 61


@pytest.mark.slow
@given(seeds=st.tuples(st.integers(0, 2**32), st.integers(0, 2**32)))
@settings(deadline=None, max_examples=8)
def test_friends_decks_are_the_same_whatever_they_decide(seeds: tuple[int, int]):
    first = create_played_game(seed=seeds[0])
    answer = take_up(invite(first, first.seat_a))
    play_out(answer.pk, seed=seeds[1])
    one, other = (build_fairness(ledger.load_row(game.pk)) for game in (first, answer))
    assert [one.deck(number) for number in range(30)] == [other.deck(number) for number in range(30)]
    assert all(decision.is_same for decision in replay_decisions(ledger.load_row(answer.pk)))
    dealers = {game.split("#1 ")[0] for game in (line(first), line(answer))}
    assert len(dealers) == 1


def test_friends_game_is_casual_untimed_and_names_the_original():
    first = create_played_game()
    answer = take_up(invite(first, first.seat_a))
    assert (answer.rated, answer.clock, answer.seat_b) == (False, "none", first.seat_b)
    params = parse_params(answer.params)
    assert params is not None
    context = build_fairness(ledger.load_row(first.pk)).context
    assert context is not None
    assert params["version"] == "cribfair/3"
    assert params["same_as"] == {
        "game": first.pk,
        "tip": first.tip,
        "context": context.hex(),
        "secrets": [first.secret_a, first.secret_b],
    }


@pytest.mark.slow
def test_boards_are_closed_from_the_invitation_to_the_end_of_the_friends_game():
    first = create_played_game()
    ann, friend = first.seat_a, create_guest()
    assert not barrier.is_open(first.pk)
    invitation = invite(first, ann)
    assert stage(invitation) is Stage.WAITING
    assert barrier.is_open(first.pk)
    assert [barrier.is_closed_to(first.pk, who) for who in (ann, friend, None)] == [False, True, True]
    answer = take_up(invitation, friend)
    assert stage(invitation) is Stage.PLAYED
    assert [barrier.is_closed_to(answer.pk, who) for who in (ann, friend)] == [True, True]
    play_out(answer.pk, seed=2)
    assert barrier.is_closed_to(first.pk, friend)
    _close_due_rounds()
    assert stage(invitation) is Stage.DONE
    assert not barrier.is_open(first.pk)
    assert not barrier.is_open(answer.pk)


def test_closed_game_stays_in_totals_but_not_in_lists():
    from people.profiles.history import find_history_page
    from people.profiles.record import CountedGames, compute_record

    first = create_played_game()
    ann = first.seat_a
    before = compute_record(CountedGames.of(ann.pk))
    invite(first, ann)
    assert compute_record(CountedGames.of(ann.pk)) == before
    shown = {who: find_history_page(ann.pk, viewer=who) for who in (ann, create_guest())}
    assert [len(page.games) for page in shown.values() if page] == [1, 0]


def test_decks_are_recorded_once_and_hidden_until_the_close(client):
    first = create_played_game()
    many = Deal.objects.filter(game=first.pk).count()
    assert many > 2

    def listed() -> int:
        return b"".join(client.get("/fairness/decks.csv")).decode().count(first.pk)

    assert listed() == many
    invitation = invite(first, first.seat_a)
    assert listed() == 0
    assert (
        first.pk
        not in client.get(f"/fairness/deals?game={first.pk}")
        .content.decode()
        .split("<main")[1]
        .split("value=")[0]
    )
    answer = take_up(invitation)
    play_out(answer.pk, seed=3)
    _close_due_rounds()
    assert listed() == many
    assert not Deal.objects.filter(game=answer.pk).exists()


def test_effects_of_the_original_game_follow_at_the_close(settings: Any):
    settings.REVIEW_GAMES = True
    first = create_played_game(Player.objects.create(username="Ann"))
    friend = Player.objects.create(username="Bob")
    invitation = invite(first, first.seat_a)
    answer = take_up(invitation, friend)
    play_out(answer.pk, seed=2)
    assert not Review.objects.filter(game=answer.pk).exists()
    assert not Notice.objects.exists()
    _close_due_rounds()
    assert Review.objects.filter(game=answer.pk).exists()
    assert Scoresheet.objects.filter(game=answer.pk).count() == 2
    notice = Notice.objects.get()
    assert (notice.player, notice.parts["url"]) == (first.seat_a, f"/game/{first.pk}/beside/{answer.pk}")
    assert describe(notice) == "Bob has played your cards: you can compare the two games."
    assert Leaf.objects.filter(game=first.pk, kind="close").count() <= 1


# Making an invitation.


@pytest.mark.slow
def test_closing_changes_no_event_standings(ann: Player):
    evening = announce("night", minutes_ahead=5)
    Entry.objects.create(event=evening, player=ann, joined_at=clock.now(), points=7, wins=3, played=4)
    create_answered()
    assert Round.objects.exclude(closed_at=None).exists()
    assert Entry.objects.values_list("points", "wins", "played").get() == (7, 3, 4)


def refused(act: Any, *args: Any) -> str:
    with pytest.raises(Refusal) as fault:
        act(*args)
    return fault.value.says


def test_only_the_games_own_player_may_invite():
    first = create_played_game()
    assert "Only the player" in refused(invite, first, create_guest())
    assert not may_invite(first, None)
    assert may_invite(first, first.seat_a)


def test_a_game_has_to_be_over_and_played_to_the_end():
    live = open_bot_game(create_guest(), "novice", Rules(61))
    assert "isn’t over" in refused(invite, live, live.seat_a)
    first = create_played_game()
    for ended in ("resigned", "flag", "left"):
        update_row(first.pk, ended=ended)
        assert "Only a finished game" in refused(invite, Game.objects.get(pk=first.pk), first.seat_a)


def test_game_against_a_person_is_refused(ann: Player, bob: Player):
    first = create_played_game()
    update_row(first.pk, seat_b=bob)
    assert "against a person" in refused(invite, Game.objects.get(pk=first.pk), first.seat_a)


def test_game_against_a_learning_bot_cannot_be_shared():
    first = create_played_game()
    Player.objects.filter(pk=first.seat_b_id).update(brain="halscrib")
    assert "learns" in refused(invite, Game.objects.get(pk=first.pk), first.seat_a)


def test_game_against_a_program_of_the_hosts_cannot_be_shared():
    first = create_played_game()
    for brain in ("engine_added", "remote_added"):
        Player.objects.filter(pk=first.seat_b_id).update(brain=brain)
        assert "added by the hosts" in refused(invite, Game.objects.get(pk=first.pk), first.seat_a)


def test_cards_of_a_shared_round_are_refused():
    _, (game,) = create_round(tables=1, bot="novice", target=61)
    play_out(game.pk)
    _close_due_rounds()
    assert "Many tables" in refused(invite, Game.objects.get(pk=game.pk), game.seat_a)


def test_cards_of_a_discard_of_the_day_are_refused():
    from study.throws.models import DailyThrow
    from tests.worlds.throws import create_throw

    first = create_played_game()
    DailyThrow.objects.filter(pk=create_throw().pk).update(game=first.pk)
    assert "discard of the day" in refused(invite, first, first.seat_a)


@pytest.mark.slow
def test_discard_of_the_day_from_a_friends_game_is_refused():
    from study.throws.models import DailyThrow
    from tests.worlds.throws import create_throw

    invitation = create_answered()
    DailyThrow.objects.filter(pk=create_throw().pk).update(game=invitation.answer_id)
    assert "discard of the day" in refused(invite, invitation.game, invitation.game.seat_a)


def replace_bot(game: Game, bot: str) -> None:
    """Replace the bot that played, and delete the verdict, as a new release does."""
    Game.objects.filter(pk=game.pk).update(seat_b=get_or_create_account(bot))
    Verdict.objects.filter(game=game).update(code="an older one")


@pytest.mark.slow
def test_bot_that_answers_differently_now_is_refused():
    first = create_played_game()
    invitation = invite(create_played_game(first.seat_a), first.seat_a)
    for game in (first, invitation.game):
        replace_bot(game, "intermediate")
    changed = Game.objects.get(pk=first.pk)
    assert "wouldn’t answer the same" in refused(invite, changed, first.seat_a)
    assert "wouldn’t answer the same" in refused(take, invitation.pk, create_guest())
    assert not SharedGame.objects.filter(game=first.pk).exists()
    assert {*Verdict.objects.values_list("is_same", flat=True)} == {False}


@pytest.fixture
def unthinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every brain fail in this process."""
    for name in BRAINS:
        monkeypatch.setitem(BRAINS, name, None)


@pytest.mark.slow
def test_worker_recomputes_the_bots_decisions(request: pytest.FixtureRequest):
    first = create_played_game(bot="master", rules=Rules(121))
    request.getfixturevalue("unthinking")
    invite(first, first.seat_a)
    assert Verdict.objects.get().is_same


@pytest.mark.slow
def test_verdict_is_stored_until_the_bots_change(monkeypatch: pytest.MonkeyPatch):
    first = create_played_game()
    withdraw(invite(first, first.seat_a).pk, first.seat_a)
    with monkeypatch.context() as patch:
        patch.setattr(verdicts, "questions_of", None)
        take(invite(first, first.seat_a).pk, create_guest())
    Verdict.objects.update(code="an older one", is_same=False)
    assert verdicts.answers_the_same(first)
    assert Verdict.objects.get().is_same


def test_timed_out_worker_stores_no_verdict(monkeypatch: pytest.MonkeyPatch):
    first = create_played_game()
    hurried = WorkerPool(1, timeout=0)
    with monkeypatch.context() as patch:
        patch.setattr(verdicts, "interactive", lambda: hurried)
        assert "couldn’t check in time" in refused(invite, first, first.seat_a)
    hurried.stop()
    assert not Verdict.objects.exists()
    invite(first, first.seat_a)


def test_inviting_twice_returns_the_same_invitation():
    first = create_played_game()
    assert invite(first, first.seat_a) == invite(first, first.seat_a)


def test_too_many_open_invitations_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(inviting, "MOST_WAITING", 1)
    ann = create_guest()
    one, other = create_played_game(ann), create_played_game(ann)
    invite(one, ann)
    assert "many open invitations" in refused(invite, other, ann)
    assert not Verdict.objects.filter(game=other).exists()  # the limit is checked first


@pytest.mark.slow
def test_invitations_have_a_limit_of_their_own(client: Client, monkeypatch: pytest.MonkeyPatch):
    first = create_played_game()
    client.force_login(first.seat_a)
    monkeypatch.setattr(pages, "INVITATIONS", RateLimit("invitations", 1, 60))
    assert client.post(f"/game/{first.pk}/cards").status_code == 302
    answer = client.post(f"/game/{first.pk}/cards")
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60


# Accepting an invitation.


@pytest.mark.slow
def test_cards_cannot_be_played_twice_by_one_player():
    first = create_played_game()
    invitation = invite(first, first.seat_a)
    assert "your own" in refused(take, invitation.pk, first.seat_a)
    friend = create_guest()
    answer = take(invitation.pk, friend)
    assert take(invitation.pk, friend) == answer
    assert "Another player" in refused(take, invitation.pk, create_guest())
    begin(answer.pk)
    play_out(answer.pk, seed=2)
    _close_due_rounds()
    assert "was played" in refused(take, invitation.pk, create_guest())
    again = invite(first, first.seat_a)
    assert again != invitation
    assert "one try" in refused(take, again.pk, friend)


def test_there_has_to_be_such_an_invitation():
    assert "no such invitation" in refused(take, "nothing", create_guest())


def test_a_blocked_player_is_refused():
    from game.accounts.blocks import block

    first = create_played_game()
    friend = create_guest()
    block(player=first.seat_a, other=friend)
    assert "can’t play this player" in refused(take, invite(first, first.seat_a).pk, friend)


def test_it_is_over_after_a_week(later: Any):
    first = create_played_game()
    invitation = invite(first, first.seat_a)
    later(days=7)
    assert _close_due_rounds() == [invitation.round_id]
    assert stage(invitation) is Stage.EXPIRED
    assert not barrier.is_open(first.pk)
    assert "within a week" in refused(take, invitation.pk, create_guest())


def test_begun_game_unfinished_within_a_week_counts_as_unplayed(later: Any):
    first = create_played_game()
    invitation = invite(first, first.seat_a)
    later(days=6)
    answer = take_up(invitation)
    play_out(answer.pk, moves=30)
    later(days=6, hours=23)
    assert _close_due_rounds() == []
    assert barrier.is_closed_to(first.pk, answer.seat_a)
    later(days=7)
    assert _close_due_rounds() == [invitation.round_id]
    assert stage(invitation) is Stage.UNPLAYED
    assert Game.objects.get(pk=answer.pk).ended == "left"
    assert not Notice.objects.exists()
    assert not barrier.is_open(first.pk)


@pytest.mark.slow
def test_it_can_be_withdrawn_until_a_friend_has_begun():
    first = create_played_game()
    invitation = invite(first, first.seat_a)
    assert "Only the player" in refused(withdraw, invitation.pk, create_guest())
    withdraw(invitation.pk, first.seat_a)
    withdraw(invitation.pk, first.seat_a)
    assert stage(invitation) is Stage.WITHDRAWN
    assert not barrier.is_open(first.pk)
    assert "was withdrawn" in refused(take, invitation.pk, create_guest())
    again = invite(first, first.seat_a)
    take(again.pk, create_guest())
    assert "has begun" in refused(withdraw, again.pk, first.seat_a)


@pytest.mark.slow
def test_deleting_an_account_deletes_its_invitations():
    ann = Player.objects.create(username="Ann")
    first, second = create_played_game(ann), create_played_game(ann)
    invite(first, ann)
    answer = take_up(invite(second, ann))
    delete_account(ann)
    assert not Invitation.objects.exists()
    assert not barrier.is_open(first.pk)
    assert barrier.is_open(second.pk)  # a friend plays its cards
    play_out(answer.pk, seed=2)
    _close_due_rounds()
    assert not barrier.is_open(second.pk)


@pytest.mark.slow
def test_data_export_has_the_players_own_invitations(client):
    ann, friend = (Player.objects.create(username=name) for name in ("Ann", "Bob"))
    first = create_played_game(ann)
    answer = take_up(invite(first, ann), friend)
    play_out(answer.pk, seed=2)
    files = {}
    for player in (first.seat_a, answer.seat_a):
        client.force_login(player)
        file = json.loads(b"".join(client.get("/accounts/download/")))
        kept = [game["id"] for game in file["finished_games"]]
        files[player] = (kept, [game["id"] for game in file["games_whose_cards_are_still_played"]])
    assert files == {first.seat_a: ([first.pk], []), answer.seat_a: ([], [answer.pk])}


# Passing cards on.


@pytest.mark.slow
def test_friend_may_invite_another_and_all_boards_close_again():
    invitation = create_answered()
    first, second = invitation.game, invitation.answer
    assert second is not None
    onward = invite(second, second.seat_a)
    assert onward.round == invitation.round
    assert all(barrier.is_open(game.pk) for game in (first, second))
    assert not barrier.is_closed_to(second.pk, second.seat_a)
    assert barrier.is_closed_to(second.pk, first.seat_a)
    assert "Another player is playing" in refused(invite, first, first.seat_a)
    third = take_up(onward)
    params = parse_params(third.params)
    assert params is not None
    assert params["same_as"]["game"] == first.pk
    play_out(third.pk, seed=2)
    assert line(third) == line(second)
    _close_due_rounds()
    assert stage(onward) is stage(invitation) is Stage.DONE
    assert Leaf.objects.filter(game=second.pk, kind="close").count() <= 1


def test_restored_site_closes_open_invitations():
    first = create_played_game()
    invitation = invite(first, first.seat_a)
    void_restored_sets()
    _close_due_rounds()
    assert stage(invitation) is Stage.EXPIRED
    assert Round.objects.get().closed_at is not None
