"""The table for users of berserk names each of its calls once, and only calls that this site has."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from programs.api.registry import CALLS

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "api.md"
SOCKETS = {"/ws/lobby"}
PAGES = {"/train"}
# The public methods of berserk 0.14.0 by client.
BERSERK = {
    "account": "get get_email get_preferences get_kid_mode set_kid_mode upgrade_to_bot",
    "analysis": "get_cloud_evaluation",
    "board": (
        "stream_incoming_events seek stream_game_state make_move post_message get_game_chat abort_game"
        " resign_game handle_draw_offer offer_draw accept_draw decline_draw handle_takeback_offer"
        " offer_takeback accept_takeback decline_takeback claim_victory go_berserk"
    ),
    "bots": (
        "stream_incoming_events stream_game_state get_online_bots make_move post_message abort_game"
        " resign_game accept_challenge decline_challenge"
    ),
    "broadcasts": (
        "get_official create get update push_pgn_update create_round get_round update_round get_round_pgns"
        " get_pgns stream_round stream_my_rounds"
    ),
    "bulk_pairings": "get_upcoming create start_clocks cancel",
    "challenges": (
        "get_mine create create_with_accept create_ai create_open accept decline cancel start_clocks"
        " add_time_to_opponent_clock create_tokens_for_multiple_users"
    ),
    "external_engine": "get get_by_id create update delete",
    "fide": "search_players get_player",
    "games": (
        "export export_ongoing_by_player export_by_player export_multi get_among_players stream_games_by_ids"
        " add_game_ids_to_stream get_ongoing stream_game_moves import_game"
    ),
    "messaging": "send",
    "oauth": "test_tokens",
    "opening_explorer": (
        "get_lichess_games get_masters_games get_player_games stream_player_games get_otb_master_game"
    ),
    "puzzles": (
        "get_daily get get_next get_puzzle_activity get_puzzle_dashboard get_storm_dashboard create_race"
    ),
    "relations": "get_users_followed follow unfollow",
    "simuls": "get",
    "studies": "export_chapter export export_by_username import_pgn",
    "tablebase": "look_up standard atomic antichess",
    "teams": (
        "get_members join leave kick_member get_join_requests accept_join_request decline_join_request"
        " get_team teams_of_player get_popular search message_all_members"
    ),
    "tournaments": (
        "get get_tournament join_arena get_team_standings update_team_battle create_arena create_swiss"
        " export_arena_games export_swiss_games export_swiss_trf tournaments_by_user arenas_by_team"
        " swiss_by_team stream_results stream_by_creator get_swiss stream_swiss_results edit_swiss join_swiss"
        " terminate_arena terminate_swiss withdraw_arena withdraw_swiss schedule_swiss_next_round"
    ),
    "tv": "get_current_games stream_current_game stream_current_game_of_channel get_best_ongoing",
    "users": (
        "get_puzzle_activity get_realtime_statuses get_all_top_10 get_by_autocomplete get_leaderboard"
        " get_public_data get_activity_feed get_by_id get_live_streamers get_rating_history get_crosstable"
        " get_user_performance"
    ),
}


def rows(page: str) -> list[tuple[str, str]]:
    """Return both cells of each row."""
    _, _, rest = page.partition("\n|berserk|here|\n|---|---|\n")
    table, _, _ = rest.partition("\n\n")
    pairs = [line.strip("|").split("|") for line in table.splitlines()]
    return [(left, right) for left, right in pairs]


def berserk_calls(cell: str) -> Iterator[str]:
    for span in re.findall(r"`([^`]+)`", cell):
        client, _, names = span.partition(".")
        every = BERSERK[client].split() if names == "*" else names.strip("{}").split(",")
        yield from (f"{client}.{name}" for name in every)


def unknown_here(cell: str) -> list[str]:
    """Return the addresses of a cell that are no calls of the site."""
    by_method = {f"{call.method} {call.path}" for call in CALLS}
    known = by_method | {call.path for call in CALLS} | SOCKETS | PAGES
    return [span for span in re.findall(r"`([^`]*/[^`]*)`", cell) if span not in known]


def test_every_call_of_berserk_is_in_the_table_once() -> None:
    named = Counter(call for left, _ in rows(PAGE.read_text()) for call in berserk_calls(left))
    assert named == Counter(f"{client}.{name}" for client, names in BERSERK.items() for name in names.split())


def test_every_row_has_a_call_of_this_site_or_a_reason() -> None:
    for left, right in rows(PAGE.read_text()):
        assert unknown_here(right) == [], left
        assert "/" in right or re.fullmatch(r"none: .{10,}", right), left


def test_what_is_unknown_is_found() -> None:
    assert unknown_here("`GET /me`, `/lab`, `POST /me`, `/moon`, `vs`") == ["POST /me", "/moon"]
