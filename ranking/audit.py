"""Compares every standing with the record of changes, player by player."""

from collections.abc import Callable, Iterator, Sequence

from django.contrib.auth import get_user_model
from django.db import transaction

from ranking.models import Change, Kind, Standing
from ranking.pins import load_pinned
from ranking.replay import Difference, Replay
from ranking.settlement import STANDING_FIELDS
from ranking.standings import StandingsByKind, lock_standings

BATCH_SIZE = 500

Progress = Callable[[int], None]


def find_differences(*, mend: bool, progress: Progress) -> Iterator[Difference]:
    """Find every standing or change that does not match the record. With `mend`, repair standings.

    Games can end at the same time, so a player with an apparent difference is checked again under a lock.
    """
    for players in _batches():
        for player in _suspects(players, progress):
            with transaction.atomic():
                differences = _recheck_locked(player, mend)
            yield from differences


def _batches() -> Iterator[list[int]]:
    """Yield all players with a standing or a change, some hundreds at a time."""
    last = 0
    while players := _players_after(last):
        yield players
        last = players[-1]


def _players_after(last: int) -> list[int]:
    standing = Standing.objects.filter(player__gt=last).order_by("player").values_list("player", flat=True)
    changed = Change.objects.filter(player__gt=last).order_by("player").values_list("player", flat=True)
    return sorted({*standing.distinct()[:BATCH_SIZE], *changed.distinct()[:BATCH_SIZE]})[:BATCH_SIZE]


def _suspects(players: Sequence[int], progress: Progress) -> list[int]:
    """Return the players whose standings or changes seem to be wrong."""
    replays, suspects, read = _replays(players), set(), 0
    for change in _changes(players):
        read += 1
        if list(replays[change.player_id].apply([change])):
            suspects.add(change.player_id)
    stored: dict[int, StandingsByKind] = {player: {} for player in players}
    for standing in Standing.objects.filter(player__in=players):
        stored[standing.player_id][Kind(standing.kind)] = standing
    suspects |= {player for player, replay in replays.items() if any(replay.compare(stored[player]))}
    progress(read)
    return sorted(suspects)


def _recheck_locked(player: int, mend: bool) -> list[Difference]:
    """Return the differences of a player, whose standings are locked until the transaction ends."""
    stored = _lock_or_make_standings(player) if mend else _lock_standings(player)
    replay = _replays([player])[player]
    differences = [*replay.apply(_changes([player])), *replay.compare(stored)]
    if mend:
        replayed = [own for kind, own in replay.standings.items() if kind in stored]
        for own in replayed:
            own.pk = stored[Kind(own.kind)].pk
        Standing.objects.bulk_update(replayed, STANDING_FIELDS)
    return differences


def _lock_or_make_standings(player: int) -> StandingsByKind:
    """Return a player's standings, including all that the record has changes of."""
    is_bot = Change.objects.filter(player=player, kind=Kind.BOTS).exists()
    people, bots = ([], [player]) if is_bot else ([player], [])
    return lock_standings(people, bots)[player]


def _replays(players: Sequence[int]) -> dict[int, Replay]:
    """Return a replay for each player, with the date of joining."""
    joined = get_user_model().objects.filter(pk__in=players).values_list("pk", "date_joined")
    pinned = {(bot, points) for bot, _, points in load_pinned()}
    return {player: Replay(player, since, pinned) for player, since in joined}


def _lock_standings(player: int) -> StandingsByKind:
    standings = Standing.objects.filter(player=player).order_by("kind").select_for_update()
    return {Kind(standing.kind): standing for standing in standings}


def _changes(players: Sequence[int]) -> Iterator[Change]:
    """Yield the changes of players in order, one player after another, by reading the index backwards."""
    changes = Change.objects.filter(player__in=players).select_related("undoes").defer("why", "undoes__why")
    return changes.order_by("-player", "-kind", "id").iterator()
