"""Writes what the end of a game leaves: its result, two scoresheets, and new points where it was rated."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

from common import clock
from game.engine.state import Ended, Seat, State
from game.engine.tally import Sheet, Tally
from game.models import Game, Player, Review, Scoresheet
from game.public_log.leaves import log_endings
from game.runtime.pubsub import publish_on_commit
from ranking import settlement

FORFEIT_ENDINGS = frozenset({Ended.FLAG.value, Ended.LEFT.value})


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, without a winner where it is void, and what both seats did in it."""

    winner: Seat | None
    value: int
    ended: str
    sheets: tuple[Sheet, Sheet] = (Sheet(), Sheet())
    deals: int = 0


def build_result(state: State, tally: Tally) -> Result:
    """The result of a game that is over."""
    assert state.ended is not None
    return Result(state.winner, state.value or 0, state.ended.value, tally.sheets, state.deal)


def write_results(results: Mapping[str, Result]) -> None:
    """Write down how games ended, in the transaction of their last moves, which has locked their rows."""
    at = clock.now()
    games = list(Game.objects.select_related("seat_a", "seat_b").defer("transcript").filter(pk__in=results))
    for game in games:
        result = results[game.pk]
        game.finished_at, game.winner, game.value, game.ended = at, result.winner, result.value, result.ended
        game.save(update_fields=["finished_at", "winner", "value", "ended"])
    log_endings(results)
    won = [game for game in games if game.winner is not None]
    Scoresheet.objects.bulk_create(
        [_scoresheet(game, seat, results[game.pk].sheets[seat]) for game in won for seat in Seat]
    )
    if settings.REVIEW_GAMES:
        to_review = [game for game in won if is_reviewable(game, results[game.pk])]
        Review.objects.bulk_create(
            [Review(game=game, asked_at=at, deals=results[game.pk].deals) for game in to_review]
        )
    rated = [game for game in won if is_ladder_game(game)]
    if rated:
        settlement.settle([build_ladder_ending(game) for game in rated])
        _publish_points([game.pk for game in rated])


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


def is_reviewable(game: Game, result: Result) -> bool:
    """Whether a game came to a show, and one of its players has an account to come back with."""
    has_show = any(sheet.deals_as_dealer for sheet in result.sheets)
    has_reader = any(player.has_account and not player.is_sample for player in (game.seat_a, game.seat_b))
    return has_show and has_reader


def is_ladder_game(game: Game) -> bool:
    return game.rated and all(player.has_account or player.is_bot for player in (game.seat_a, game.seat_b))


def build_ladder_ending(game: Game) -> settlement.EndedGame:
    """A rated game in the ladder's own terms."""
    assert game.winner is not None
    assert game.finished_at is not None
    return settlement.EndedGame(
        game=game.pk,
        sides=(_side(game.seat_a), _side(game.seat_b)),
        winner=game.winner,
        unfinished=game.ended in FORFEIT_ENDINGS,
        at=game.finished_at,
    )


def _side(player: Player) -> settlement.Side:
    return settlement.Side(player.pk, player.brain)


def _publish_points(games: list[str]) -> None:
    for game in games:
        publish_on_commit("points", game)
    publish_on_commit("ladder")
