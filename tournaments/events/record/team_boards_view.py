"""The closed boards of a duel of two teams, for pages and files."""

from collections.abc import Iterator

from django.utils.translation import gettext

from common.formats.json import Json
from game.models import Player
from tournaments.events.models import Entry, Event
from tournaments.events.record.load_teams import PlayedBoard, PlayedTable, load_played, load_teams
from tournaments.events.record.numbers import signed
from tournaments.formats.team_boards import margin_of

Names = dict[int, Json]


def load_team_boards_view(event: Event, viewer: Player | None) -> list[Json]:
    """Return the closed boards, newest first, each with its tables."""
    teams = [str(team.club or team.name) for team in load_teams(event)]
    entries = Entry.objects.filter(event=event).select_related("player")
    names = {
        entry.pk: {
            "name": entry.player.username,
            "nickname": entry.player.shown_nickname,
            "mine": viewer is not None and entry.player_id == viewer.pk,
        }
        for entry in entries
    }
    return [_board_view(board, teams, names) for board in reversed(load_played(event))]


def load_team_rows(event: Event) -> Iterator[Json]:
    """Yield every seat of every closed board, in order."""
    for board in reversed(load_team_boards_view(event, None)):
        for number, table in enumerate(board["tables"], 1):
            for side, (own, other) in enumerate((("one", "other"), ("other", "one"))):
                margin = table["margin"]
                yield table[own] | {
                    "board": board["number"],
                    "table": number,
                    "team": board["teams"][side],
                    "opponent": table[other]["name"],
                    "game": table["game"] or "",
                    "ending": table["ending"],
                    "margin": "" if margin is None else margin * (1 - 2 * side),
                    "board_margin": "" if board["margin"] is None else board["margin"] * (1 - 2 * side),
                    "board_points": "" if board["points"] is None else board["points"][side],
                }


def _board_view(board: PlayedBoard, teams: list[str], names: Names) -> Json:
    result = board.result
    margin = None if result is None else result.margin
    return {
        "number": board.number,
        "teams": teams,
        "margin": margin,
        "points": result and list(result.points),
        "says": describe_board(teams, margin),
        "tables": [_table_view(table, names) for table in board.tables],
    }


def describe_board(teams: list[str], margin: int | None) -> str:
    """Return the winner of a board and the margin as text."""
    if margin is None:
        return gettext("doesn’t count")
    if margin == 0:
        return gettext("level")
    return f"{teams[0] if margin > 0 else teams[1]} {signed(abs(margin))}"


def _table_view(table: PlayedTable, names: Names) -> Json:
    seats, pairing = table.seats, table.pairing
    scores = (pairing.score_first, pairing.score_second) if pairing else (0, 0)
    margin = margin_of(seats, table.result)
    return {
        "game": pairing and pairing.game_id,
        "ending": table.result.ending.value,
        "was_dealt": table.result.was_dealt,
        "margin": margin,
        "says": "" if margin is None else signed(margin),
        "one": _seat_view(seats.one, names)
        | {"dealt_first": seats.one_deals_first}
        | {"score": scores[0 if seats.one_deals_first else 1]},
        "other": _seat_view(seats.other, names)
        | {"dealt_first": not seats.one_deals_first}
        | {"score": scores[1 if seats.one_deals_first else 0]},
    }


def _seat_view(entry: int | None, names: Names) -> Json:
    return {"name": "", "nickname": None, "mine": False} if entry is None else names[entry]
