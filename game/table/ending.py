"""Writes what the end of a game leaves: its result, two scoresheets, and new points where it was rated."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

from common import clock
from game.engine.state import Ended, Seat, State
from game.engine.tally import Sheet, Tally
from game.models import Game, Player, Review, Scoresheet
from game.models.games import find_absent_seat
from game.places import share_a_place
from game.public_log.leaves import log_endings
from game.runtime.pubsub import publish_on_commit
from game.shared_decks.barrier import closed_among
from game.table.halscrib import record_ends
from game.table.result_recorders import result_recorders
from ranking import settlement
from ranking.models import Terms

FORFEIT_ENDINGS = frozenset({Ended.FLAG.value, Ended.LEFT.value})
# A rated game that was given up counts in full from this counted deal on: before, it is soon lost on purpose.
FULL_FROM_DEALS = 3


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, without a winner where it is void, and what both seats did in it."""

    winner: Seat | None
    value: int
    ended: str
    sheets: tuple[Sheet, Sheet] = (Sheet(), Sheet())
    deals: int = 0
    absent: Seat | None = None  # who alone had not committed when the time to begin was up

    @property
    def counted_deals(self) -> int:
        """The deals that came to the show; each was one seat's."""
        return sum(sheet.deals_as_dealer for sheet in self.sheets)


VOIDED = Result(None, 0, Ended.VOID.value)


def build_result(state: State, tally: Tally, absent: Seat | None = None) -> Result:
    """The result of a game that is over."""
    assert state.ended is not None
    return Result(state.winner, state.value or 0, state.ended.value, tally.sheets, state.deal, absent)


def write_results(results: Mapping[str, Result]) -> None:
    """Write down how games ended, in the transaction of their last moves, which has locked their rows."""
    at = clock.now()
    games = list(Game.objects.select_related("seat_a", "seat_b").defer("transcript").filter(pk__in=results))
    for game in games:
        result = results[game.pk]
        game.finished_at, game.winner, game.value, game.ended = at, result.winner, result.value, result.ended
        game.save(update_fields=["finished_at", "winner", "value", "ended"])
    record_ends(games, at)
    log_endings(results)
    record_results(results)
    won = [game for game in games if game.winner is not None]
    Scoresheet.objects.bulk_create(
        [_scoresheet(game, seat, results[game.pk].sheets[seat]) for game in won for seat in Seat]
    )
    shown = {*closed_among(results)}
    queue_reviews(
        {
            game.pk: results[game.pk].deals
            for game in won
            if game.pk in shown and is_reviewable(game, results[game.pk].counted_deals)
        }
    )
    # A rated game that one seat did not begin is void, and on the ladder unfinished for that seat.
    ended = [game for game in games if game.winner is not None or results[game.pk].absent is not None]
    rated = [game for game in ended if is_ladder_game(game)]
    if rated:
        settlement.settle(
            [build_ladder_ending(game, terms_at_end(game, results[game.pk].counted_deals)) for game in rated]
        )
        _publish_points([game.pk for game in rated])


def queue_reviews(deals: Mapping[str, int]) -> None:
    """Have games reviewed, of which so many deals were dealt each."""
    if settings.REVIEW_GAMES:
        at = clock.now()
        Review.objects.bulk_create(
            [Review(game_id=game, asked_at=at, deals=many) for game, many in deals.items()]
        )


def record_results(results: Mapping[str, Result]) -> None:
    """Have every room above write down how these games ended."""
    for record in result_recorders:
        record(results)


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


def is_reviewable(game: Game, counted_deals: int) -> bool:
    """Whether a game came to a show, and one of its players has an account to come back with."""
    has_reader = any(player.has_account and not player.is_sample for player in (game.seat_a, game.seat_b))
    return counted_deals > 0 and has_reader


def is_ladder_game(game: Game) -> bool:
    return game.rated and all(player.has_account or player.is_bot for player in (game.seat_a, game.seat_b))


def terms_at_end(game: Game, counted_deals: int) -> Terms:
    """On what terms a rated game counts by how far it came, and from where it was played."""
    terms = terms_by_length(game.ended, counted_deals)
    if terms is not Terms.UNCOUNTED and share_a_place(game.seat_a, game.seat_b):
        return Terms.SHARED
    return terms


def terms_by_length(ended: str, counted_deals: int) -> Terms:
    """The same by how it ended and how many deals were counted alone."""
    if ended == Ended.PLAYED.value or counted_deals >= FULL_FROM_DEALS:
        return Terms.PLAIN
    return Terms.CAPPED if counted_deals else Terms.UNCOUNTED


def build_ladder_ending(game: Game, terms: Terms) -> settlement.EndedGame:
    """A rated game in the ladder's own terms: what was given up uncounted is unfinished, however it ended."""
    winner = ladder_winner(game)
    assert winner is not None
    assert game.finished_at is not None
    return settlement.EndedGame(
        game=game.pk,
        sides=(_side(game.seat_a, game), _side(game.seat_b, game)),
        winner=winner,
        unfinished=game.ended in FORFEIT_ENDINGS or terms is Terms.UNCOUNTED,
        at=game.finished_at,
        terms=terms,
        even=game.has_head_start,
    )


def ladder_winner(game: Game) -> int | None:
    """Who won a game, or waited in vain for the other to begin it."""
    if game.winner is not None:
        return game.winner
    absent = find_absent_seat((game.commitment_a, game.commitment_b))
    return None if absent is None else absent.other


def _side(player: Player, game: Game) -> settlement.Side:
    pinned = game.pinned_points.get(player.brain) if player.is_bot else None
    return settlement.Side(player.pk, player.brain, player.is_api_bot, pinned)


def _publish_points(games: list[str]) -> None:
    for game in games:
        publish_on_commit("points", game)
    publish_on_commit("ladder")
