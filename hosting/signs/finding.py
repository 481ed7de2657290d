"""Search finished events for players whose decisions differ from their usual ones."""

import logging
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from common import clock
from common.database.thread import on_the_database_thread
from game.engine.transcript import parse_transcript
from game.models import Game, Player, Review, Scoresheet
from game.shared_decks.barrier import without_open
from hosting.signs.measures import (
    DEVIATIONS,
    LEAST_DECISIONS,
    OWN_GAMES,
    Finding,
    GameAccuracy,
    Timed,
    correlation,
    deviation,
)
from hosting.signs.models import Search, Sign
from study.review.judge.schema import Decision
from tournaments.events.models import Event

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 600.0
LONGEST_WAIT = timedelta(days=2)  # time to wait for the reviews of an event
LOOKS_BACK = timedelta(days=14)


class EventDecision(NamedTuple):
    """A player's decision in an event game, from the review, with its think time."""

    game: str
    decision: Decision
    think_ms: int


async def look_through_events() -> None:
    """Search the events that are over and reviewed."""
    await on_the_database_thread(look_through_due)()


def look_through_due() -> None:
    """Search all events that are due. An error in one does not stop the others."""
    for event in due_events():
        try:
            look_through(event)
        except Exception:
            log.exception("event %s: the search for signs failed; it is retried", event.pk)


def due_events() -> list[Event]:
    """Return the finished events whose games are reviewed or will not be."""
    now = clock.now()
    over = Event.objects.filter(state=Event.State.OVER, ended_at__gt=now - LOOKS_BACK)
    unsearched = over.filter(~Exists(Search.objects.filter(event=OuterRef("pk")))).order_by("ended_at", "pk")
    waiting = Review.objects.filter(done_at=None, game__pairing__isnull=False)
    unreviewed = set(waiting.values_list("game__pairing__event", flat=True))
    return [
        event
        for event in unsearched
        if event.pk not in unreviewed or (event.ended_at and event.ended_at <= now - LONGEST_WAIT)
    ]


@transaction.atomic
def look_through(event: Event) -> list[Sign]:
    """Record the signs of an event. The row of the search makes this happen once, in one process."""
    _search, is_new = Search.objects.get_or_create(event=event, defaults={"at": clock.now()})
    if not is_new:
        return []
    signs = [sign for player in _people_of(event) if (sign := find_sign(event, player)) is not None]
    return Sign.objects.bulk_create(signs)


def find_sign(event: Event, player: Player) -> Sign | None:
    """Return a player's sign in an event, or None. Decisions are loaded only if the figures deviate."""
    in_event = _accuracies(_sheets_in(event, player))
    own = _accuracies(_own_sheets(event, player).order_by("-at", "-pk")[:OWN_GAMES])
    apart = deviation(own, in_event)
    if apart is None or abs(apart) < DEVIATIONS:
        return None
    related, timed = correlation(_timed(load_decisions(event, player)))
    kind = Finding(apart, related, timed).kind
    if kind is None or related is None:
        return None
    return Sign(
        event=event,
        player=player,
        kind=kind,
        at=clock.now(),
        deviation=round(apart, 2),
        correlation=round(related, 3),
        timed=timed,
        games=len(in_event),
    )


def load_decisions(event: Event, player: Player) -> list[EventDecision]:
    """Return a player's discards and cards in the finished games of an event, with their think times."""
    timed = _sheets_in(event, player).exclude(game__clock="none").filter(game__review__isnull=False)
    return [one for sheet in timed.select_related("game__review") for one in _decisions_of(sheet)]


def _decisions_of(sheet: Scoresheet) -> Iterator[EventDecision]:
    judged = sheet.game.review.judged
    if judged is None:
        return
    _rules, words = parse_transcript(sheet.game.transcript)
    for decision in judged["decisions"]:
        if decision["seat"] == sheet.seat and decision["sort"] in ("throw", "card"):
            charged = words[decision["ply"]].partition("/")[2]
            yield EventDecision(sheet.game_id, decision, int(charged or 0))


def _timed(decisions: Sequence[EventDecision]) -> Iterator[Timed]:
    for one in decisions:
        best, *others = one.decision["lines"]
        if others:
            yield Timed(one.decision["sort"], best["win"] - others[0]["win"], one.think_ms)


def _people_of(event: Event) -> QuerySet[Player]:
    return Player.objects.filter(entries__event=event, brain="").order_by("pk")


def _reviewed(player: Player) -> QuerySet[Scoresheet]:
    """Return finished and reviewed games. Games whose decks other tables still play are left out."""
    played = Scoresheet.objects.filter(player=player, voided=False, game__finished_at__isnull=False)
    return without_open(played.filter(decisions__gte=LEAST_DECISIONS, lost_by_play__isnull=False), "game")


def _sheets_in(event: Event, player: Player) -> QuerySet[Scoresheet]:
    sheets = _reviewed(player).filter(game__in=Game.objects.filter(pairing__event=event))
    return sheets.order_by("at", "pk")


def _own_sheets(event: Event, player: Player) -> QuerySet[Scoresheet]:
    """Return a player's games outside of events, before this one."""
    return _reviewed(player).filter(game__pairing__isnull=True, at__lt=event.starts_at)


def _accuracies(sheets: QuerySet[Scoresheet]) -> list[GameAccuracy]:
    rows = sheets.values_list("decisions", "lost_by_play")
    return [GameAccuracy(count, lost) for count, lost in rows if count is not None and lost is not None]
