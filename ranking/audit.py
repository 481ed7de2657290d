"""Every standing against the record of changes: read player by player, however many there are."""

from collections.abc import Callable, Iterator, Sequence

from django.db import transaction

from ranking.models import Change, Kind, Standing
from ranking.replay import Difference, Replay
from ranking.settlement import KEPT
from ranking.standings import Both, hold

AT_ONCE = 500

Progress = Callable[[int], None]


def differences(*, mend: bool, progress: Progress) -> Iterator[Difference]:
    """Whatever is not as the record has it; what is wrong with standings is put right, if that is wanted.

    Games go on ending meanwhile: whoever seems to differ is looked at again while nothing changes for them.
    """
    for players in _batches():
        for player in _suspects(players, progress):
            with transaction.atomic():
                found = _look_closely(player, mend)
            yield from found


def _batches() -> Iterator[list[int]]:
    """All who have a standing or a change, some hundreds at a time."""
    last = 0
    while players := _after(last):
        yield players
        last = players[-1]


def _after(last: int) -> list[int]:
    standing = Standing.objects.filter(player__gt=last).order_by("player").values_list("player", flat=True)
    changed = Change.objects.filter(player__gt=last).order_by("player").values_list("player", flat=True)
    return sorted({*standing.distinct()[:AT_ONCE], *changed.distinct()[:AT_ONCE]})[:AT_ONCE]


def _suspects(players: Sequence[int], progress: Progress) -> list[int]:
    """Those with whom something seems to be wrong."""
    replays, wrong, read = {player: Replay(player) for player in players}, set(), 0
    for change in _changes(players):
        read += 1
        if list(replays[change.player_id].follow([change])):
            wrong.add(change.player_id)
    stored: dict[int, Both] = {player: {} for player in players}
    for standing in Standing.objects.filter(player__in=players):
        stored[standing.player_id][Kind(standing.kind)] = standing
    wrong |= {player for player, replay in replays.items() if any(replay.against(stored[player]))}
    progress(read)
    return sorted(wrong)


def _look_closely(player: int, mend: bool) -> list[Difference]:
    """What is wrong with a player, for whom nothing changes until the transaction ends."""
    stored = hold([player])[player] if mend else _held(player)
    replay = Replay(player)
    found = [*replay.follow(_changes([player])), *replay.against(stored)]
    if mend:
        for kind, right in replay.both.items():
            right.pk = stored[kind].pk
        Standing.objects.bulk_update(replay.both.values(), KEPT)
    return found


def _held(player: int) -> Both:
    theirs = Standing.objects.filter(player=player).order_by("kind").select_for_update()
    return {Kind(standing.kind): standing for standing in theirs}


def _changes(players: Sequence[int]) -> Iterator[Change]:
    """The changes of players, each player's one after another in their order: the index, read backwards."""
    theirs = Change.objects.filter(player__in=players).select_related("undoes").defer("why", "undoes__why")
    return theirs.order_by("-player", "-kind", "id").iterator()
