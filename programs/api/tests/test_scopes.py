"""Every call with a token of every scope: which scope is enough, and how the others are refused."""

from itertools import chain, combinations
from typing import Any

import pytest

from game.tokens.models import Token
from game.tokens.scopes import Scope
from game.web.api.call import Call
from programs.api.registry import CALLS
from tests.worlds.api import World, bearer, request

# A letter for each of the tokens below, in their order: "-" if the scope is missing, "o" if it is enough.
TOKENS: tuple[tuple[Scope, ...], ...] = (
    (), (Scope.PLAY,), (Scope.BOT,), (Scope.CHALLENGE,), (Scope.REVIEW,), (Scope.ENGINE,),
    (Scope.FOLLOW,),
)  # fmt: skip
OPEN, ANY = "open", "ooooooo"
# A token of scope `bot` whose account is not a bot gets the second code.
SHUT = ("no_scope", "not_a_bot")
MAY = {
    "show_me": ANY,
    "show_limits": ANY,
    "test_tokens": ANY,
    "end_token": ANY,
    "show_player": OPEN,
    "show_players": OPEN,
    "show_curve": OPEN,
    "show_games": OPEN,
    "show_pair": OPEN,
    "show_ladder": OPEN,
    "show_game": OPEN,
    "show_transcript": OPEN,
    "show_replay": OPEN,
    "show_review": OPEN,
    "ask_for_review": "----o--",
    "show_meaning": OPEN,
    "export_games": OPEN,
    "stream_events": "-o-----",
    "stream_live_games": OPEN,
    "watch_game": OPEN,
    "list_challenges": "-o-o---",
    "make_challenge": "-o-o---",
    "accept_challenge": "-o-o---",
    "decline_challenge": "-o-o---",
    "cancel_challenge": "-o-o---",
    "offer_rematch": "-o-o---",
    "cancel_rematch": "-o-o---",
    "seek_anyone": "-o-o---",
    "stream_game": "-o-----",
    "commit": "-o-----",
    "reveal": "-o-----",
    "make_move": "-o-----",
    "say": "-o-----",
    "resign": "-o-----",
    "claim_win": "-o-----",
    "upgrade_to_bot": "--o----",
    "update_bot": "--o----",
    "begin_trial": "--o----",
    "list_trials": "--o----",
    "show_trial": "--o----",
    "register_engine": "-----o-",
    "show_engine": "-----o-",
    "find_work": "-----o-",
    "answer_question": "-----o-",
    "list_bots": OPEN,
    "show_bots_ladder": OPEN,
    "weigh_throws": OPEN,
    "show_chances": OPEN,
    "show_score": OPEN,
    "show_daily": OPEN,
    "show_daily_day": OPEN,
    "list_events": OPEN,
    "show_event": OPEN,
    "show_pairings": OPEN,
    "list_events_of": OPEN,
    "list_past_events": OPEN,
    "list_winners": OPEN,
    "list_trophies": OPEN,
    "list_opponents": OPEN,
    "show_club_table": OPEN,
    "list_clubs": OPEN,
    "show_club": OPEN,
    "show_following": "oo-oo-o",
    "list_blocked": "oo-oo-o",
    "follow_player": "------o",
    "unfollow_player": "------o",
    "block_player": "------o",
    "unblock_player": "------o",
    "list_current_games": "-o-----",
    "show_boards": OPEN,
    "show_crib": OPEN,
    "read_crib": OPEN,
    "list_bots_online": OPEN,
}


SCOPED = [call for call in CALLS if call.scopes is not None]


def test_no_call_and_no_scope_is_forgotten() -> None:
    assert MAY.keys() == {call.name for call in CALLS}
    assert {*chain.from_iterable(TOKENS)} == {*Scope}
    assert {call.name for call in CALLS if call.scopes is None} == {name for name in MAY if MAY[name] == OPEN}


@pytest.mark.slow
@pytest.mark.parametrize("call", SCOPED, ids=lambda call: call.name)
def test_token_opens_exactly_the_calls_of_its_scope(world: World, call: Call) -> None:
    codes = [refusal_of(world.try_example(call, *scopes)) for scopes in TOKENS]
    assert "".join("-" if code in SHUT else "o" for code in codes) == MAY[call.name]
    Token.objects.all().delete()  # an account may have twenty at most
    for pair in combinations(range(1, len(TOKENS)), 2):  # one of two scopes is enough
        both = tuple(chain.from_iterable(TOKENS[n] for n in pair))
        expected = "o" if any(MAY[call.name][n] == "o" for n in pair) else "-"
        assert ("-" if refusal_of(world.try_example(call, *both)) in SHUT else "o") == expected


OF_ENGINES = {"register_engine", "show_engine", "find_work", "answer_question"}
OF_FOLLOWING = {"follow_player", "unfollow_player", "block_player", "unblock_player"}
OF_TRIALS = {"begin_trial", "list_trials", "show_trial"}
OF_A_SEAT = {"stream_game", "commit", "reveal", "make_move", "say", "resign", "claim_win"}
OF_MEETING = {"list_challenges", "make_challenge", "accept_challenge", "decline_challenge"} | {
    "cancel_challenge", "offer_rematch", "cancel_rematch", "seek_anyone",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("call", [call for call in CALLS if call.scopes], ids=lambda call: call.name)
def test_a_bots_token_of_its_scope_opens_the_table_and_the_way_there(world: World, call: Call) -> None:
    world.ann = world.fresh = world.deep
    code = refusal_of(world.try_example(call, Scope.BOT))
    of_bots = {"stream_events", "list_current_games", "upgrade_to_bot", "update_bot"}
    is_open = call.name in OF_A_SEAT | OF_MEETING | of_bots | OF_TRIALS
    assert (code not in SHUT) == is_open
    if not is_open:
        assert call.name in {"ask_for_review"} | OF_ENGINES | OF_FOLLOWING


def refusal_of(response: Any) -> str | None:
    """Return the code of a refusal, or None for a call that was let in."""
    code = None if response.streaming or response.status_code < 400 else response.json()["code"]
    assert code not in ("no_token", "bad_token"), code
    return code


@pytest.mark.django_db
@pytest.mark.parametrize("call", SCOPED, ids=lambda call: call.name)
def test_without_a_token_nothing_is_opened_that_needs_one(call: Call) -> None:
    path = call.path.format_map(dict(call.example.path))
    for headers, code in (
        ({}, "no_token"),
        (bearer("eo_" + "A" * 43), "bad_token"),
        (bearer("nonsense"), "bad_token"),
    ):
        response = request(call, path, **headers)
        assert (response.status_code, response.json()["code"]) == (401, code)
        assert response["WWW-Authenticate"] == "Bearer"
