"""The page and an auditor count how many games of each kind were dropped before their first discard."""

from collections.abc import Callable, Sequence

import pytest
from django.core.cache import cache
from django.test import Client

from game.engine.state import Rules
from game.log.game_counts import (
    GameCount,
    find_kind,
    find_set_kind,
    find_stage,
    total_by_kind,
)
from game.log.leaves import DECKS, add_leaf, log_opening
from game.models import Leaf
from game.table.forced_endings import void_live_game
from proof.public_log.audit.entries import take_entry
from proof.public_log.audit.memory import Memory
from proof.public_log.page_parts import count_logged_games, recent_counts
from proof.public_log.publisher import publish
from tests.worlds.evidence import play_bot_game, play_two_player_game
from tests.worlds.tables import create_game, update_row

BOTH = ("aa", "bb")


@pytest.mark.parametrize(
    ("secrets", "line", "stage"),
    [
        (("", "bb"), "121 auto", "commitments"),
        ((None, "bb"), "121 auto a-flag", "commitments"),
        (BOTH, "121 auto #0 #1 -void", "secrets"),
        (BOTH, "121 auto #0 -unshown", "secrets"),
        (BOTH, "61 auto first=a #1 a-resign", "secrets"),
        (BOTH, "121 auto #0 #1 b26", "discard"),
        (BOTH, "121 auto #0 #1 a14 b26 b5H a-go", "discard"),
    ],
)
def test_a_game_comes_as_far_as_its_secrets_and_words_show(
    secrets: Sequence[str | None], line: str, stage: str
) -> None:
    assert find_stage(secrets, line.split()) == stage


@pytest.mark.parametrize(
    ("opening", "kind"),
    [
        ({"bots": [1], "source": None}, "bot"),
        ({"bots": [], "source": None}, "players"),
        ({"bots": [1], "source": {"set": "d1", "round": 1}}, "daily"),
        ({"bots": [], "source": {"game": "g0"}}, "cards"),
        ({"bots": [], "source": {"set": "unknown", "round": 1}}, None),
        ({"source": None}, None),
        ({}, None),
    ],
)
def test_the_opening_names_the_kind_of_a_game(opening: dict[str, object], kind: str | None) -> None:
    assert find_kind(opening, {"d1": "daily"}.get) == kind


def test_the_params_of_a_set_name_the_kind_of_its_games() -> None:
    named = ({"daily": "2026-11-29"}, {"event": 7}, {"trial": "p1"}, {"a later use": 1})
    assert [find_set_kind(params) for params in named] == ["daily", "event", "trial", None]


def test_only_games_with_both_secrets_and_no_discard_count_as_dropped() -> None:
    over = {("bot", "commitments"): 1, ("bot", "secrets"): 2, ("bot", "discard"): 3, ("bot", "unknown"): 1}
    counted = total_by_kind({"bot": 9, "daily": 1}, over)
    assert counted["bot"] == GameCount(opened=9, open=2, unrevealed=1, dropped=2)
    assert counted["daily"] == GameCount(opened=1, open=1)
    assert counted["players"] == GameCount()


def drop_game(*, revealed: bool) -> str:
    """Open a game, and call it off before its first discard."""
    game = create_game(begun=revealed)
    if not revealed:
        update_row(game.pk, commitment_a="0" * 64, commitment_b="0" * 64)
    log_opening(game.pk)
    assert void_live_game(game.pk)
    return game.pk


@pytest.fixture
def forgotten() -> Callable[[], None]:
    def forget() -> None:
        cache.clear()
        recent_counts.forget()

    forget()
    return forget


@pytest.mark.slow
@pytest.mark.django_db
def test_the_page_and_an_auditor_count_the_same(forgotten: Callable[[], None], client: Client) -> None:
    play_bot_game()
    publish()
    assert count_logged_games()["bot"] == GameCount(opened=1), "counted once, and cached"
    play_two_player_game(Rules(61))
    drop_game(revealed=True)
    drop_game(revealed=True)
    drop_game(revealed=False)
    log_opening(create_game().pk)
    add_leaf(DECKS, {"set": "d1", "params": '{"daily":"2026-11-29"}', "tip": "0" * 64})
    publish()
    counted = count_logged_games()
    assert counted["bot"] == GameCount(opened=1)
    assert counted["players"] == GameCount(opened=5, open=1, unrevealed=1, dropped=2)
    memory = Memory()
    leaves = Leaf.objects.order_by("number").values_list("number", "body")
    faults = [fault for number, body in leaves for fault in take_entry(memory, number, body.encode())]
    assert faults == []
    assert memory.count_by_kind() == counted
    forgotten()
    assert count_logged_games() == counted, "the same without the cache"
    page = client.get("/fairness").content.decode()
    row = page.partition("Between players\n")[2].partition("</tr>")[0]
    assert [cell.partition("</td>")[0].strip() for cell in row.split("<td>")[1:]] == ["5", "1", "1", "2"]
