"""Put right what went wrong in an event: one result, or a disqualification."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.models import Player
from tournaments.events.kinds.base import sum_columns
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.manage.actions import (
    LAST_LONG,
    check_is_impartial,
    load_to_direct,
    own_game,
    record_action,
)
from tournaments.events.models import Entry, Event, EventAction, Pairing
from tournaments.events.record.load_encounters import load_scores
from tournaments.events.record.locking import lock_entries
from tournaments.events.record.notify import notify_players
from tournaments.events.run.closing import record_places
from tournaments.events.run.results import waits_on
from tournaments.formats.scoring import TARGET, Ending, Result

Kind, State = EventAction.Kind, Event.State
CORRECTED_WITHIN = timedelta(days=1)  # of the end
COUNTED = (Ending.PLAYED.value, Ending.GIVEN_UP.value, Ending.NO_SHOW.value)


@transaction.atomic
def correct_result(*, by: Player, event_id: str, game: str, winner: Player, points: int, reason: str) -> None:
    """Correct the winner and the loser's score of a game for its event, and recompute the standings.

    The game itself and the ladder keep the result of the table. An identical second request does nothing.
    """
    event = load_to_direct(by, event_id, reason, {*LAST_LONG, State.OVER})
    check_is_impartial(by, event)
    _check_can_be_corrected(event)
    entries = {entry.pk: entry for entry in lock_entries(event)}
    pairing = Pairing.objects.filter(event=event, game=game.replace("\0", "")).first()
    if pairing is None or pairing.ending not in COUNTED:
        raise Refusal("no_game", gettext("Choose a game of this event that has ended and counts."))
    players = [entries[key].player_id for key in (pairing.first_id, pairing.second_id)]
    if by.pk in players:
        raise own_game()
    if winner.pk not in players:
        raise Refusal("bad_request", gettext("The winner has to be a player of this game."))
    if points not in range(TARGET):
        raise Refusal("bad_request", gettext("The loser has 0 to 120 points."))
    place = players.index(winner.pk)
    scores = (TARGET, points) if place == 0 else (points, TARGET)
    before, after = _result_of(pairing), Result(Ending.PLAYED, place, scores)
    if before == after:
        return
    pairing.ending, pairing.winner, pairing.is_corrected = after.ending.value, place, True
    pairing.score_first, pairing.score_second = scores
    pairing.was_disqualified = False
    pairing.save(
        update_fields=["ending", "winner", "is_corrected", "score_first", "score_second", "was_disqualified"]
    )
    _add_up([entries[pairing.first_id], entries[pairing.second_id]])
    if event.state == State.OVER:
        record_places(event)
    details = {"game": pairing.game_id, "players": players, "result": [_plain(before), _plain(after)]}
    notify_players(event, record_action(event, Kind.CORRECT, by, reason, details=details), players)


@transaction.atomic
def reinstate(*, by: Player, event_id: str, player: Player, reason: str) -> None:
    """Take back a disqualification. The player is paused until they come back by themselves."""
    event = load_to_direct(by, event_id, reason)
    check_is_impartial(by, event)
    if by == player:
        raise Refusal("not_yours", gettext("You can’t rule on yourself. Ask another host."))
    if event.state != State.ANNOUNCED and not kind_of(event).allows_corrections:
        raise Refusal("too_late", gettext("The next round of this format may depend on it already."))
    entry = next((one for one in lock_entries(event) if one.player_id == player.pk), None)
    if entry is None or not entry.is_disqualified:
        raise Refusal("too_late", gettext("%(player)s isn’t disqualified.") % {"player": player})
    entry.is_disqualified, entry.has_changed = False, True
    entry.is_paused = entry.is_paused or event.state == State.RUNNING
    entry.free_since = clock.now() if waits_on(entry, event) else None
    entry.save(update_fields=["is_disqualified", "has_changed", "is_paused", "free_since"])
    notify_players(event, record_action(event, Kind.REINSTATE, by, reason, player=player), [player.pk])


def can_be_corrected(event: Event) -> bool:
    """Return whether results of an event can still be corrected."""
    try:
        _check_can_be_corrected(event)
    except Refusal:
        return False
    return event.state in {*LAST_LONG, State.OVER}


def _check_can_be_corrected(event: Event) -> None:
    if not kind_of(event).allows_corrections or event.deck_set_id is not None:
        says = gettext("Results of this format can’t be corrected. A host can take the game back.")
        raise Refusal("bad_request", says)
    if event.ended_at is not None and event.ended_at < clock.now() - CORRECTED_WITHIN:
        raise Refusal("too_late", gettext("This event ended over a day ago, so its results are final."))
    if event.brackets.exclude(state__in=(State.ANNOUNCED, State.VOID)).exists():
        raise Refusal(
            "too_late", gettext("The bracket after this event has begun, so its results are final.")
        )


def _add_up(entries: list[Entry]) -> None:
    """Store the totals of two players. Their waits for a table stay, because no game was added."""
    scores = load_scores(entries)
    for entry in entries:
        columns = sum_columns(scores[entry.pk])
        Entry.objects.filter(pk=entry.pk).update(**columns, has_changed=True)


def _result_of(pairing: Pairing) -> Result:
    return Result(Ending(pairing.ending), pairing.winner, (pairing.score_first, pairing.score_second))


def _plain(result: Result) -> list[object]:
    return [result.ending.value, result.winner, *result.scores]
