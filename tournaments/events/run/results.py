"""Store the results of games for their events: once, in the transaction that ends the game."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from common import clock
from game.engine.state import Ended, Seat
from game.shared_decks.models import Round
from game.table.record import ending
from game.table.record.game_over import Cause, GameOver
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Entry, Event, Pairing, Seating, Suspension
from tournaments.events.record.changes import show_change
from tournaments.events.record.load_encounters import load_scores
from tournaments.events.record.notify import settle_paired
from tournaments.events.record.rules import BEGIN_WITHIN
from tournaments.formats.scoring import NOBODY_CAME, TARGET, VOID, Ending, Result, given_up, no_show, played

NO_SHOWS_ALLOWED = 1
FIRST_SUSPENSION, LONGEST_SUSPENSION = timedelta(hours=24), timedelta(days=30)
# Suspensions within this span double the length of the next one.
REMEMBERED_FOR = timedelta(days=180)
GAME_COLUMNS = ("score_a", "score_b", "commitment_a", "commitment_b", "seat_a")


def record_results(over: GameOver) -> None:
    """Store results for the events that the games belong to. Most games belong to none."""
    if over.cause is Cause.UNTOUCHED:  # the result from its last move remains valid
        return
    results = over.results
    pairings = Pairing.objects.select_related("event", "game", "first").filter(game__in=list(results))
    with_columns = pairings.only(*(f"game__{column}" for column in GAME_COLUMNS), "first__player", *_OWN)
    found = {pairing.pk: pairing for pairing in with_columns.order_by("pk")}
    if found:
        _enter({key: to_result(pairing, results[pairing.game_id]) for key, pairing in found.items()}, found)


_OWN = ("first", "second", "opened_at", "ending", "event")


def to_result(pairing: Pairing, result: ending.Result) -> Result:
    """Return the end of a game as a result of its event."""
    scores = _in_order(pairing, (pairing.game.score_a, pairing.game.score_b))
    if result.winner is None:
        return _not_begun(pairing, result)
    loser = _place(pairing, result.winner.other)
    if result.deals == 0:
        return no_show(loser)
    return played(scores) if result.ended == Ended.PLAYED.value else given_up(loser, scores)


def enter(pairing: Pairing, result: Result) -> bool:
    """Store a result that did not come from the table. Return False if the pairing has already ended."""
    return bool(_enter({pairing.pk: result}, {pairing.pk: pairing}))


def _not_begun(pairing: Pairing, result: ending.Result) -> Result:
    """Return the result of a game without a winner: one or both players did not come, or it is void."""
    if result.absent is not None:
        return no_show(_place(pairing, result.absent))
    has_nobody_committed = not (pairing.game.commitment_a or pairing.game.commitment_b)
    was_time_up = clock.now() - pairing.opened_at >= BEGIN_WITHIN
    return NOBODY_CAME if has_nobody_committed and was_time_up else VOID


def _place(pairing: Pairing, seat: Seat) -> int:
    """Return 0 if this seat dealt first, else 1."""
    firsts_seat = Seat.A if pairing.game.seat_a_id == pairing.first.player_id else Seat.B
    return int(seat is not firsts_seat)


def _in_order(pairing: Pairing, by_seat: tuple[int, int]) -> tuple[int, int]:
    one, other = (min(score, TARGET) for score in by_seat)
    return (one, other) if _place(pairing, Seat.A) == 0 else (other, one)


def _enter(results: Mapping[int, Result], pairings: Mapping[int, Pairing]) -> list[Pairing]:
    """Store new results, and update the entries of their players."""
    # All code locks in this order, to avoid deadlocks.
    keys = {key for pairing in pairings.values() for key in (pairing.first_id, pairing.second_id)}
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(pk__in=keys).order_by("pk").select_for_update(no_key=True)
    }
    at = clock.now()
    entered = [pairings[key] for key, result in results.items() if _write(pairings[key], result, at)]
    if not entered:
        return []
    Seating.objects.filter(pairing__in=entered).update(is_live=False)
    for pairing in entered:
        for entry in _absent(pairing, results[pairing.pk], entries):
            _count_no_show(entry, pairing.event, at)
    _update_entries(entered, entries, at)
    for of_event in {pairing.event for pairing in entered if results[pairing.pk] == VOID}:
        kind_of(of_event).record_boards(of_event)
    if unplayed := [pairing for pairing in entered if not results[pairing.pk].was_dealt]:
        settle_paired(unplayed, [entry.player_id for entry in entries.values()])
    show_change(*sorted({pairing.event_id for pairing in entered}))
    return entered


def _write(pairing: Pairing, result: Result, at: datetime) -> bool:
    """Store a result once. A voided game loses its result, whatever it was."""
    own = Pairing.objects.filter(pk=pairing.pk)
    is_void = result.ending is Ending.VOID
    waiting = own.exclude(ending=Ending.VOID.value) if is_void else own.filter(ending="")
    first, second = result.scores
    return bool(
        waiting.update(
            ending=result.ending.value,
            winner=result.winner,
            score_first=first,
            score_second=second,
            ended_at=at,
        )
    )


def _absent(pairing: Pairing, result: Result, entries: Mapping[int, Entry]) -> Iterable[Entry]:
    """Return the players whose absence from this table is counted."""
    is_counted = kind_of(pairing.event).counts_no_shows and not pairing.was_disqualified
    if not is_counted or result.ending is not Ending.NO_SHOW:
        return ()
    keys = (pairing.first_id, pairing.second_id)
    return [entries[key] for place, key in enumerate(keys) if place != result.winner]


def _count_no_show(entry: Entry, event: Event, at: datetime) -> None:
    """Pause a player who did not come. The second time they are out, and suspended from events.

    A host who looks at a demo's event is not suspended from those of the site.
    """
    entry.no_shows += 1
    entry.is_paused = True
    if entry.no_shows > NO_SHOWS_ALLOWED and entry.left_at is None:
        entry.left_at = at
        if not event.is_of_samples:
            suspend(entry.player_id, event, at)


def suspend(player: int, event: Event, at: datetime) -> None:
    """Suspend a player from events for a day, doubled for each recent suspension."""
    before = Suspension.objects.filter(player=player, at__gt=at - REMEMBERED_FOR, lifted_at=None).count()
    length = min(FIRST_SUSPENSION * 2**before, LONGEST_SUSPENSION)
    Suspension.objects.get_or_create(player_id=player, event=event, defaults={"at": at, "until": at + length})


def _update_entries(entered: Iterable[Pairing], entries: Mapping[int, Entry], at: datetime) -> None:
    """Update the totals of players whose games ended, and free them for the next table."""
    scores = load_scores(entries.values())
    for pairing in entered:
        for key in (pairing.first_id, pairing.second_id):
            entry, score = entries[key], scores[key]
            if kind_of(pairing.event).adds_up_at_once:
                entry.played, entry.points, entry.wins = score.games, score.points, score.wins
                entry.spread, entry.plus = score.spread, score.plus
            entry.free_since = at if waits_on(entry, pairing.event) else None
            entry.has_changed = True
            entry.save(
                update_fields=[
                    "played", "points", "wins", "spread", "plus", "free_since", "has_changed", "no_shows",
                    "is_paused", "left_at",
                ]
            )  # fmt: skip


def waits_on(entry: Entry, event: Event) -> bool:
    """Return whether a player who is at no table of an event waits for the next one."""
    is_here = entry.left_at is None and not (entry.is_paused or entry.is_disqualified)
    has_games_left = kind_of(event).has_games_left(entry, event)
    return is_here and event.state == Event.State.RUNNING and has_games_left


def record_round(round_: Round) -> None:
    """Compare the tables of a closed round, if it belongs to an event."""
    if round_.deck_set is None:
        return  # a replay of one game's cards
    event = Event.objects.filter(deck_set=round_.deck_set).first()
    if event is not None:
        kind_of(event).record_boards(event)
