"""Two boards side by side: each deal at both, and their page."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.accounts.guests import create_guest
from game.engine.moves import Throw
from game.engine.state import Rules, Seat
from game.models import Game, Review
from game.shared_rounds.rounds import _close_due_rounds
from game.table.record import ledger
from game.table.record.steps import Step
from game.table.shuffle.fairness import replay_row
from study.same_cards.boards import lay_beside, parts_of
from study.same_cards.inviting import invite
from study.same_cards.losses import load_losses
from study.same_cards.web.pictures import HEIGHT, LABEL_HEIGHT, WIDTH, draw_leads
from tests.worlds.same_cards import create_answered, create_played_game, take_up
from tests.worlds.shared_decks import create_round

pytestmark = pytest.mark.django_db


def steps_of(game_id: str):
    return replay_row(ledger.load_row(game_id))


@pytest.mark.slow
def test_every_point_of_a_deal_is_pegged_counted_or_two_for_his_nibs():
    game = create_played_game(rules=Rules(121), bot="advanced")
    before = (0, 0)
    for part in parts_of(steps_of(game.pk), Seat.A):
        cribs = (part.crib, 0) if part.is_dealer else (0, part.crib)
        for side in (0, 1):
            told = part.pegged[side] + part.hands[side] + cribs[side]
            dealt = part.is_dealer == (side == 0)
            assert part.scores[side] - before[side] - told in ((0, 2) if dealt else (0,))
        assert len(part.six) == 6
        assert {*part.thrown} < {*part.six}
        before = part.scores
    assert before == (game.score_a, game.score_b)


@pytest.mark.slow
def test_the_cards_and_the_dealer_are_the_same_at_both():
    invitation = create_answered(seed=9)
    assert invitation.answer_id is not None
    deals = lay_beside(steps_of(invitation.game_id), steps_of(invitation.answer_id))
    both = [(deal.one, deal.other) for deal in deals if deal.one and deal.other]
    assert len(both) > 2
    for one, other in both:
        assert (one.six, one.is_dealer, one.number) == (other.six, other.is_dealer, other.number)
        assert None in (one.starter, other.starter) or one.starter == other.starter


def test_game_compared_with_itself_is_identical():
    steps = steps_of(create_played_game().pk)
    deals = lay_beside(steps, steps)
    assert deals
    assert all(deal.is_same and deal.is_same_throw for deal in deals)


def test_which_seat_discards_first_makes_no_difference():
    steps = steps_of(create_played_game().pk)
    at = next(n for n, step in enumerate(steps) if isinstance(step.move, Throw))
    first, second = steps[at : at + 2]
    state = Step.apply(steps[at - 1].state, second.seat, second.move)
    swapped = [state, Step.apply(state.state, first.seat, first.move)]
    deal, *_ = lay_beside(steps, [*steps[:at], *swapped, *steps[at + 2 :]])
    assert deal.is_same


def test_longer_game_continues_alone_after_the_shorter_ends():
    steps = steps_of(create_played_game().pk)
    shorter = steps[: next(n for n, step in enumerate(steps) if step.state.deal == 3)]
    deals = lay_beside(steps, shorter)
    assert [deal.other is None for deal in deals] == [False, False] + [True] * (len(deals) - 2)
    assert not deals[-1].is_same
    assert not deals[-1].is_same_throw


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=5)
def test_lines_stay_within_their_picture(seed: int):
    one, other = (steps_of(create_played_game(seed=each).pk) for each in (seed, seed + 1))
    leads = draw_leads(lay_beside(one, other))
    for path in leads.paths:
        points = [tuple(map(float, point.split(","))) for point in path.split()]
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    upper, lower = sorted(end.label_y for end in leads.ends)
    assert lower - upper >= LABEL_HEIGHT - 0.001


# The page of both boards.


def beside(client, one: str, other: str):
    return client.get(f"/game/{one}/beside/{other}")


@pytest.mark.slow
def test_both_boards_are_public(client):
    invitation = create_answered(seed=9)
    assert invitation.answer is not None
    page = beside(client, invitation.game_id, invitation.answer.pk)
    assert page.status_code == 200
    text = page.content.decode()
    for game in (invitation.game, invitation.answer):
        assert game.seat_a.username in text
        assert f"{game.score_a}–{game.score_b}" in text


@pytest.mark.slow
def test_losses_of_reviewed_games_are_shown(client):
    invitation = create_answered(seed=9)
    assert invitation.answer is not None
    lost = [{"seat": 0, "deal": 1, "lost": 12_300}, {"seat": 0, "deal": 1, "lost": 10_000}]
    others = [{"seat": 1, "deal": 1, "lost": 500_000}, {"seat": 0, "deal": 2, "lost": 40_000}]
    at = invitation.made_at
    judged = {"decisions": lost + others}
    Review.objects.create(game=invitation.game, asked_at=at, done_at=at, deals=5, judged=judged)
    assert load_losses(invitation.game_id) == {1: 2.23, 2: 4.0}
    assert load_losses(invitation.answer.pk) is None
    boards = beside(client, invitation.game_id, invitation.answer.pk).context["boards"]
    assert [board.lost for board in boards.both] == [6.23, None]
    assert [side and side.lost for side in boards.deals[0].sides[:1]] == [2.23]


@pytest.mark.slow
def test_comparison_is_closed_while_the_cards_are_replayed(client):
    invitation = create_answered()
    assert invitation.answer is not None
    invite(invitation.game, invitation.game.seat_a)
    for who in (None, invitation.game.seat_a, invitation.answer.seat_a):
        client.logout()
        if who:
            client.force_login(who)
        assert beside(client, invitation.game_id, invitation.answer.pk).status_code == 409


@pytest.mark.slow
def test_games_of_other_cards_are_not_compared(client):
    invitation, other = create_answered(), create_played_game()
    live = take_up(invite(other, other.seat_a))
    assert beside(client, invitation.game_id, other.pk).status_code == 404
    assert beside(client, other.pk, live.pk).status_code == 404
    assert beside(client, "nothing", other.pk).status_code == 404


@pytest.mark.slow
def test_two_boards_of_a_round_are_compared_once_it_is_closed(client):
    from tests.worlds.same_cards import play_out

    _, games = create_round(tables=2, bot="novice", target=61)
    for seed, game in enumerate(games):
        play_out(game.pk, seed)
    assert beside(client, *(game.pk for game in games)).status_code == 409
    _close_due_rounds()
    assert beside(client, *(game.pk for game in games)).status_code == 200


# The pages of an invitation.


@pytest.mark.slow
def test_maker_sees_the_stage_of_the_invitation(client):
    first = create_played_game()
    client.force_login(first.seat_a)
    made = client.post(f"/game/{first.pk}/cards")
    assert b"Send this link" in client.get(made["Location"]).content
    withdrawn = client.post(f"{made['Location']}/withdraw", follow=True)
    assert b"You withdrew this link" in withdrawn.content
    again = client.post(f"/game/{first.pk}/cards")
    assert again["Location"] != made["Location"]


@pytest.mark.slow
def test_a_visitor_becomes_a_guest_and_sits_down(client):
    first = create_played_game()
    invitation = invite(first, first.seat_a)
    page = client.get(f"/cards/{invitation.pk}")
    assert b"A game to 61." in page.content
    assert f"{first.score_a}–{first.score_b}".encode() not in page.content
    seat = client.post(f"/cards/{invitation.pk}/play")
    own = Game.objects.get(invited_by=invitation.pk)
    assert seat["Location"] == f"/table/{own.pk}"
    assert client.get(f"/cards/{invitation.pk}")["Location"] == f"/table/{own.pk}"
    assert client.post(f"/cards/{invitation.pk}/play")["Location"] == f"/table/{own.pk}"


def test_refused_visitor_does_not_become_a_guest(client):
    from game.models import Player

    first = create_played_game()
    invitation = invite(first, first.seat_a)
    take_up(invitation, create_guest())
    before = Player.objects.count()
    answer = client.post(f"/cards/{invitation.pk}/play")
    assert answer.status_code == 409
    assert "Another player has taken" in answer.content.decode()
    assert Player.objects.count() == before


@pytest.mark.slow
def test_the_replay_offers_it_to_the_player_alone(client):
    first = create_played_game()
    offer = f"/game/{first.pk}/cards".encode()
    assert offer not in client.get(f"/game/{first.pk}").content
    client.force_login(first.seat_a)
    assert offer in client.get(f"/game/{first.pk}").content
