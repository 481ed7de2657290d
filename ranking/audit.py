"""Every standing against the record of changes: read player by player, however many there are."""

from collections.abc import Callable, Iterator, Sequence

from django.db import transaction

from ranking.models import Change, Kind, Standing
from ranking.replay import Difference, Replay
from ranking.settlement import STANDING_FIELDS
from ranking.standings import StandingsByKind, lock_standings

BATCH_SIZE = 500

Progress = Callable[[int], None]


def find_differences(*, mend: bool, progress: Progress) -> Iterator[Difference]:
    """Whatever is not as the record has it; what is wrong with standings is put right, if that is wanted.

    Games go on ending meanwhile: whoever seems to differ is looked at again while nothing changes for them.
    """
    for players in _batches():
        for player in _suspects(players, progress):
            with transaction.atomic():
                found = _recheck_locked(player, mend)
            yield from found


def _batches() -> Iterator[list[int]]:
    """All who have a standing or a change, some hundreds at a time."""
    last = 0
    while players := _players_after(last):
        yield players
        last = players[-1]


def _players_after(last: int) -> list[int]:
    standing = Standing.objects.filter(player__gt=last).order_by("player").values_list("player", flat=True)
    changed = Change.objects.filter(player__gt=last).order_by("player").values_list("player", flat=True)
    return sorted({*standing.distinct()[:BATCH_SIZE], *changed.distinct()[:BATCH_SIZE]})[:BATCH_SIZE]


def _suspects(players: Sequence[int], progress: Progress) -> list[int]:
    """Those with whom something seems to be wrong."""
    replays, wrong, read = {player: Replay(player) for player in players}, set(), 0
    for change in _changes(players):
        read += 1
        if list(replays[change.player_id].apply([change])):
            wrong.add(change.player_id)
    stored: dict[int, StandingsByKind] = {player: {} for player in players}
    for standing in Standing.objects.filter(player__in=players):
        stored[standing.player_id][Kind(standing.kind)] = standing
    wrong |= {player for player, replay in replays.items() if any(replay.compare(stored[player]))}
    progress(read)
    return sorted(wrong)


def _recheck_locked(player: int, mend: bool) -> list[Difference]:
    """What is wrong with a player, for whom nothing changes until the transaction ends."""
    stored = lock_standings([player])[player] if mend else _lock_standings(player)
    replay = Replay(player)
    found = [*replay.apply(_changes([player])), *replay.compare(stored)]
    if mend:
        for kind, right in replay.standings.items():
            right.pk = stored[kind].pk
        Standing.objects.bulk_update(replay.standings.values(), STANDING_FIELDS)
    return found


def _lock_standings(player: int) -> StandingsByKind:
    theirs = Standing.objects.filter(player=player).order_by("kind").select_for_update()
    return {Kind(standing.kind): standing for standing in theirs}


def _changes(players: Sequence[int]) -> Iterator[Change]:
    """The changes of players, each player's one after another in their order: the index, read backwards."""
    theirs = Change.objects.filter(player__in=players).select_related("undoes").defer("why", "undoes__why")
    return theirs.order_by("-player", "-kind", "id").iterator()
