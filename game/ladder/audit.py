"""Compares rated games with the record of changes.

Each game must have exactly its own changes, and each change its game.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from game.ladder.settling import build_ladder_ending, is_ladder_game, terms_by_length
from game.models import Game, Scoresheet
from ranking.audit import BATCH_SIZE, Progress
from ranking.models import Change, Kind, Terms
from ranking.pins import Pinned, load_pinned
from ranking.replay import Difference
from ranking.rules.points import FIRST_WITH_TERMS
from ranking.settlement import EndedGame, terms_of_side

RESULT_COLUMNS = (
    "seat_a", "seat_b", "rated", "winner", "ended", "finished_at", "voided_at",
    "commitment_a", "commitment_b", "params",
)  # fmt: skip
PLAYER_COLUMNS = [
    f"{seat}__{what}" for seat in ("seat_a", "seat_b") for what in ("brain", "is_guest", "is_api_bot")
]


def find_differences(*, progress: Progress) -> Iterator[Difference]:
    """Find where games and changes disagree. Apparent differences are checked again under a lock."""
    last = ""
    while games := list(_won_rated_games(Game.objects.filter(pk__gt=last)).order_by("pk")[:BATCH_SIZE]):
        suspects = {difference.game for difference in _compare(games)}
        for game in sorted(suspects):
            with transaction.atomic():
                locked = Game.objects.select_for_update(of=("self",), no_key=True).filter(pk=game)
                differences = list(_compare(list(_won_rated_games(locked))))
            yield from differences
        progress(len(games))
        last = games[-1].pk
    yield from _changes_without_game()


def _won_rated_games(games: QuerySet[Game]) -> QuerySet[Game]:
    """Filter games with a winner, and those that one seat did not begin, with their players."""
    one_committed = Q(commitment_a="") ^ Q(commitment_b="")
    ended = games.filter(rated=True, finished_at__isnull=False)
    won = ended.filter(Q(winner__isnull=False) | one_committed)
    return won.select_related("seat_a", "seat_b").only(*RESULT_COLUMNS, *PLAYER_COLUMNS)


def _compare(games: Sequence[Game]) -> Iterator[Difference]:
    changes: dict[str, list[Change]] = defaultdict(list)
    of_these = Change.objects.filter(game__in=[game.pk for game in games], undoes=None).defer("why")
    for change in of_these.annotate(undone=Exists(Change.objects.filter(undoes=OuterRef("pk")))):
        changes[change.game].append(change)
    shows = dict(
        Scoresheet.objects.filter(game__in=[game.pk for game in games])
        .values_list("game")
        .annotate(deals=Sum("deals_as_dealer"))
    )
    pinned = load_pinned()
    for game in games:
        yield from _unpinned(game, pinned)
        by_player = {change.player_id: change for change in changes[game.pk]}
        yield from _compare_game(game, by_player, shows.get(game.pk, 0))


def _compare_game(game: Game, changes: dict[int, Change], counted_deals: int) -> Iterator[Difference]:
    """Compare a game's changes with its result."""
    ended = build_ladder_ending(game, _terms_of_game(game, changes, counted_deals))
    # A game that one seat did not begin may also have been ended from outside, which is no seat's fault.
    is_expected = is_ladder_game(game) and (game.winner is not None or bool(changes))
    expected = dict(_expected_changes(ended)) if is_expected else {}
    for player in sorted({*expected, *changes}):
        location = (player, ended.kind.value, game.pk)
        if (player in expected) != (player in changes):
            yield Difference("changes", int(player in changes), int(player in expected), *location)
            continue
        change, values = changes[player], expected[player] | {"undone": game.voided_at is not None}
        if (other := changes.get(change.opponent_id or 0)) is not None:
            values["opponents"] = other.own
        if change.rules >= FIRST_WITH_TERMS:
            # For a person against an API bot, only the effect on the bot's terms is recorded.
            is_opponent_new = other.newcomer if other is not None else _met_a_newcomer(change)
            values["terms"] = terms_of_side(ended.terms, ended.kind, is_opponent_new=is_opponent_new)
        for field, value in values.items():
            if getattr(change, field) != value:
                yield Difference(field, getattr(change, field), value, *location)


def _unpinned(game: Game, pinned: Pinned) -> Iterator[Difference]:
    """Find points of programs in a game that were never pinned to their code."""
    for brain in game.brains:
        if "points" in brain and (brain["name"], brain["code"], brain["points"]) not in pinned:
            location = (game.seat_a_id, Kind.HOUSE.value, game.pk)
            yield Difference("pin", f"{brain['points']} of {brain['name']} {brain['code']}", None, *location)


def _met_a_newcomer(change: Change) -> bool:
    is_alone = change.kind == Kind.BOTS and change.opponent_id is not None
    return is_alone and change.terms == Terms.CAPPED


def _terms_of_game(game: Game, changes: dict[int, Change], counted_deals: int) -> Terms:
    """Return the terms of a game by its length and the rules of its time.

    Its network places are not stored.
    """
    if any(change.rules < FIRST_WITH_TERMS for change in changes.values()):
        return Terms.PLAIN
    terms = terms_by_length(game.ended, counted_deals)
    was_shared = any(change.terms == Terms.SHARED for change in changes.values())
    return Terms.SHARED if was_shared and terms is not Terms.UNCOUNTED else terms


def _expected_changes(ended: EndedGame) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return the expected values of each person's change in a game."""
    for seat, (own, opponent) in enumerate(permutations(ended.sides)):
        if own in ended.moved:
            won = seat == ended.winner
            yield (
                own.player,
                {
                    "kind": ended.kind.value,
                    "opponent_id": None if opponent.bot else opponent.player,
                    "bot": opponent.bot,
                    "won": won,
                    "unfinished": ended.unfinished and not won,
                    "at": ended.at,
                    "even": ended.even,
                    **({} if opponent.pinned is None else {"opponents": opponent.pinned}),
                },
            )


def _changes_without_game() -> Iterator[Difference]:
    """Find the changes of games that were not rated or have no winner."""
    game = _won_rated_games(Game.objects.filter(pk=OuterRef("game")))
    for change in Change.objects.filter(~Exists(game), undoes=None).iterator():
        yield Difference("game", change.game, None, change.player_id, change.kind, change.game)
