"""What the bell lists: what waits for a player, then what they were told of, the newest first."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from django.db.models import Window
from django.db.models.functions import RowNumber

from game.table.wire import Json
from people.notices.kinds import KINDS
from people.notices.models import Notice
from people.notices.sentences import has_page
from people.notices.standing import find_lapsed
from people.notices.switches import load_silenced
from people.notices.waiting import load_waiting

MAX_PER_PLAYER = 30
# How many of those that are no more news stay listed.
MAX_STORED = 10

STORED = [kind.name for kind in KINDS.values() if not kind.is_computed]

Notices = Mapping[int, list[Json]]


def load_notices(players: Collection[int]) -> tuple[Notices, Mapping[int, int]]:
    """What these players are to be told, and their points: in as many queries for a thousand as for one."""
    if not players:
        return {}, {}
    waiting, points = load_waiting(players)
    found: dict[int, list[Json]] = defaultdict(list)
    for player, notice in (*waiting, *_stored_notices(players)):
        if len(found[player]) < MAX_PER_PLAYER:
            found[player].append(notice)
    return found, points


def _stored_notices(players: Collection[int]) -> Iterator[tuple[int, Json]]:
    newest_first = ("-at", "-pk")
    place = Window(RowNumber(), partition_by="player", order_by=[*newest_first])
    stored = Notice.objects.filter(player__in=players, kind__in=STORED).annotate(place=place)
    silenced = load_silenced(players)
    newest = list(stored.filter(place__lte=MAX_STORED).order_by(*newest_first))
    lapsed = find_lapsed(newest)
    for notice in newest:
        if (notice.player_id, KINDS[notice.kind].setting) not in silenced and has_page(notice):
            yield (
                notice.player_id,
                _to_json(notice, is_news=notice.read_at is None and notice.pk not in lapsed),
            )


def _to_json(notice: Notice, *, is_news: bool) -> Json:
    return {
        **notice.parts,
        "kind": notice.kind,
        "id": str(notice.pk),
        "at": notice.at.isoformat(),
        "read": not is_news,
    }
