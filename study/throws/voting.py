"""Votes on the discard of the day: one per player, and no result before the vote."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from common import clock
from common.database.compiled_query import CompiledModelQuery
from common.formats.json import Json
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.accounts.people_only import check_is_person
from game.engine.cards import TEXTS, card
from game.models import Game, Player
from game.web.cards import CardLabel, card_label
from study.throws.models import DailyThrow, Vote
from study.throws.points import points_for

_of_day = CompiledModelQuery(DailyThrow, lambda day: DailyThrow.objects.filter(day=day), date.min)
_votes = CompiledModelQuery(
    Vote, lambda day, player: Vote.objects.filter(throw=day, player=player), date.min, -1
)


def today() -> date:
    """Return the current day in UTC."""
    return clock.now().date()


def load_throw(day: date) -> DailyThrow | None:
    """Return the discard of a day, or None for a coming day."""
    return _of_day.fetch(day) if day <= today() else None


def find_vote(throw: DailyThrow, player: object) -> Vote | None:
    """Return a player's vote."""
    if not isinstance(player, Player):
        return None
    return _votes.fetch(throw.day, player.pk)


def vote(player: Player, throw: DailyThrow, cards: Sequence[str]) -> Vote:
    """Vote for a discard. An earlier vote of the player stays."""
    check_is_person(player)
    require_no_rated_game(player)
    thrown = parse_thrown(throw, cards)
    fresh = {
        "thrown": as_text(thrown),
        "points": points_for(loss_of(throw, thrown)),
        "counts": throw.day == today() and not _has_played(player, throw),
        "at": clock.now(),
    }
    try:
        with transaction.atomic():
            return Vote.objects.create(throw=throw, player=player, **fresh)
    except IntegrityError:
        return Vote.objects.get(throw=throw, player=player)


def _has_played(player: Player, throw: DailyThrow) -> bool:
    """Return whether a player took part in the game, and so knows the cards."""
    return Game.objects.with_player(player).filter(pk=throw.game_id).exists()


def parse_thrown(throw: DailyThrow, cards: Sequence[str]) -> list[str]:
    """Return two of the six cards, the lower first."""
    if len({*cards}) != 2 or not {*cards} <= {*throw.six}:
        raise Refusal("bad_request", gettext("Discard two of these six cards."))
    return sorted(cards, key=TEXTS.index)


def as_text(thrown: Sequence[str]) -> str:
    """Return a discard in the form in which votes are counted: the lower card first."""
    return " ".join(sorted(thrown, key=TEXTS.index))


def loss_of(throw: DailyThrow, thrown: Sequence[str]) -> float:
    """Return how much winning chance a discard loses compared to the best one."""
    wins = {as_text(line["thrown"]): line["win"] for line in throw.lines}
    return float(throw.lines[0]["win"] - wins[as_text(thrown)])


def labels_of(throw: DailyThrow) -> list[CardLabel]:
    """Return labels of the six cards."""
    return [card_label(card(one)) for one in throw.six]


def position_json(throw: DailyThrow) -> Json:
    """Return what all visitors may see before voting."""
    return {
        "day": throw.day.isoformat(),
        "six": throw.six,
        "dealer": throw.dealer,
        "mine": throw.mine,
        "theirs": throw.theirs,
        "target": 121,
        "is_of_the_house": throw.is_of_the_house,
        "counts": throw.day == today(),
    }


def throw_json(throw: DailyThrow, own: Vote | None) -> Json:
    """Return the discard of a day, with the viewer's vote and the results if they have voted."""
    if own is None:
        return {"position": position_json(throw), "vote": None, "result": None}
    mine = {"thrown": own.thrown.split(), "points": own.points, "counts": own.counts}
    return {"position": position_json(throw), "vote": mine, "result": _result_json(throw)}


def _result_json(throw: DailyThrow) -> Json:
    votes = Counter(Vote.objects.filter(throw=throw).values_list("thrown", flat=True))
    return {
        "votes": votes.total(),
        "lines": [line | {"votes": votes[as_text(line["thrown"])]} for line in throw.lines],
        "thrown": throw.thrown,
        "bots": throw.bots,
    }
