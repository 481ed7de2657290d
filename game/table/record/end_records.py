"""The table's records of a finished game: a leaf in the public log and two scoresheets."""

from game.engine.state import Seat
from game.engine.tally import Sheet
from game.log.leaves import log_endings, log_ruling
from game.models import Game, Scoresheet
from game.table.record.game_over import Cause, GameOver


def log_end(over: GameOver) -> None:
    """Log the end of games, or the ruling that voids one."""
    if over.cause in (Cause.LAST_MOVE, Cause.UNREVEALABLE):
        log_endings(over.results)
    elif over.cause is Cause.RULING:
        for game_id in over.results:
            log_ruling(game_id)


def write_scoresheets(over: GameOver) -> None:
    """Write both scoresheets of each game that has a winner."""
    if over.cause is Cause.LAST_MOVE:
        Scoresheet.objects.bulk_create(
            [
                _scoresheet(game, seat, over.results[game.pk].sheets[seat])
                for game in over.games
                if game.winner is not None
                for seat in Seat
            ]
        )


def _scoresheet(game: Game, seat: Seat, sheet: Sheet) -> Scoresheet:
    assert game.finished_at is not None
    assert game.value is not None
    players, scores = (game.seat_a, game.seat_b), (game.score_a, game.score_b)
    return Scoresheet(
        game=game,
        seat=seat,
        player=players[seat],
        opponent=players[seat.other],
        at=game.finished_at,
        rated=game.rated,
        won=game.winner == seat,
        value=game.value,
        ended=game.ended,
        points=scores[seat],
        points_against=scores[seat.other],
        **sheet._asdict(),
    )
