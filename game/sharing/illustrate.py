"""Selects the contents of link pictures. For a live game, these are only its players and points."""

from collections.abc import Sequence

from django.utils.translation import gettext

from game.engine.cards import texts
from game.engine.events import Counted
from game.engine.scoring import Score
from game.engine.transcript import parse_transcript
from game.lobby.display.settings_text import describe_invitation
from game.lobby.matchmaking import settings_of
from game.models import Game, Seek
from game.sharing.page import describe_result
from game.sharing.picture import Picture
from game.sharing.position import find_moment, picture_moment
from game.table.engine_texts import SKUNK_NAMES
from game.table.record.ledger import load_row
from game.table.record.steps import Step
from game.table.shuffle.fairness import replay_row
from rng.seal import KeyMissing, SealBroken

# The best possible hand: four cards, and the starter that makes it 29.
BEST_HAND = ("5S", "5H", "5D", "JC", "5C")


def illustrate_site() -> Picture:
    """Return the site's own picture."""
    lines = (gettext("Play a bot, a person or a friend."), gettext("Every deal can be checked."))
    return Picture(gettext("Play cribbage online"), lines, BEST_HAND, (118, 96))


def illustrate_invitation(seek: Seek) -> Picture:
    """Return the picture of an invitation: its owner and the rules."""
    heading = gettext("%(name)s wants to play you") % {"name": seek.player.shown_name}
    lines = tuple(describe_invitation(settings_of(seek), seek.player.shown_name))[:2]
    return Picture(heading, lines, BEST_HAND, target=seek.target)


def illustrate_game(game: Game, place: str = "") -> Picture:
    """Return the picture of a finished game: the position at a place, or its result and best hand."""
    steps = _load_steps(game)
    if place and steps and (position := picture_moment(game, find_moment(steps, place))):
        return position
    won = ""
    if game.winner is not None:
        won = describe_winner((game.seat_a, game.seat_b)[game.winner].shown_name, game.value or 0)
    scores, target = (game.score_a, game.score_b), parse_transcript(game.transcript)[0].target
    counts = [event.score for step in steps for event in step.events if isinstance(event, Counted)]
    return picture_result(describe_result(game), won, counts, scores, target)


def describe_winner(name: str, value: int) -> str:
    """Return who won, and by what skunk."""
    skunk = SKUNK_NAMES.get(value)
    won = gettext("%(name)s won by %(skunk)s.") if skunk else gettext("%(name)s won.")
    return won % {"name": name, "skunk": skunk}


def picture_result(
    heading: str, won: str, counts: Sequence[Score], scores: tuple[int, int], target: int
) -> Picture:
    """Return the picture of a game by its result, and the best of its counts."""
    best = max(counts, key=lambda score: score.total, default=None)
    counted = best and gettext("The best hand counted %(points)s.") % {"points": best.total}
    lines = tuple(filter(None, (won, counted)))
    return Picture(heading, lines, texts(best.cards) if best else (), scores, target)


def _load_steps(game: Game) -> list[Step]:
    """Return every move of a finished game; empty if its secrets can't be decrypted."""
    try:
        return replay_row(load_row(game.pk))
    except (KeyMissing, SealBroken):
        return []
