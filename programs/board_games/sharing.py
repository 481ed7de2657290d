"""The metadata and the picture of a shared game over the board."""

from django.urls import reverse
from django.utils.translation import gettext

from game.engine.events import Counted
from game.engine.state import SKUNK_LINES
from game.sharing.illustrate import describe_winner, picture_result
from game.sharing.page import Sharing, describe_points
from game.sharing.picture import Picture
from programs.board_games.games import Opened


def share_board_game(opened: Opened) -> Sharing:
    """Return the metadata of a shared game: its result and replay."""
    says = gettext("A game over the board, written down by hand. Watch it move by move.")
    return Sharing(_describe_result(opened), says, reverse("board_game_picture", args=[opened.row.pk]))


def illustrate_board_game(opened: Opened) -> Picture:
    """Return the picture of a game: its result, and its best hand of which every card is known."""
    played = opened.played
    state = played.state
    won = ""
    if state.winner is not None:
        won = describe_winner((opened.row.name_a, opened.row.name_b)[state.winner], state.value or 0)
    counts = [
        event.score
        for turn in played.turns
        for event in turn.events
        if isinstance(event, Counted)
        and not played.unknown.get(turn.state.deal, frozenset()) & {*event.score.cards}
    ]
    # The picture has boards to 61 and to 121. For another target, only the words have the score.
    target, scores = state.rules.target, state.scores
    if target not in SKUNK_LINES:
        target, scores = 121, (0, 0)
    return picture_result(_describe_result(opened), won, counts, scores, target)


def _describe_result(opened: Opened) -> str:
    return describe_points((opened.row.name_a, opened.row.name_b), opened.played.state.scores)
