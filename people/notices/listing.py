"""The contents of the bell: what waits for a player, then their notifications, newest first."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from django.db.models import Window, prefetch_related_objects
from django.db.models.functions import RowNumber
from django.utils import translation

from common.formats.json import Json
from people.notices.kinds import is_unread, load_kinds
from people.notices.models import Notice
from people.notices.sentences import describe, has_page
from people.notices.switches import load_silenced
from people.notices.waiting import load_waiting

MAX_PER_PLAYER = 30
# How many notifications stay listed after they are read or outdated.
MAX_STORED = 10

Notices = Mapping[int, list[Json]]


def load_notices(players: Collection[int]) -> tuple[Notices, Mapping[int, int]]:
    """Return the notifications and points of these players, with a fixed number of queries."""
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
    listed = [kind.name for kind in load_kinds().values() if not kind.is_computed]
    stored = Notice.objects.filter(player__in=players, kind__in=listed).annotate(place=place)
    silenced = load_silenced(players)
    newest = list(stored.filter(place__lte=MAX_STORED).order_by(*newest_first))
    news = {notice.pk for notice in newest if is_unread(notice)} - _find_lapsed(newest)
    sentences = _load_sentences(newest)
    for notice in newest:
        if (notice.player_id, load_kinds()[notice.kind].setting) not in silenced and has_page(notice):
            yield notice.player_id, _to_json(notice, is_news=notice.pk in news) | sentences.get(notice.pk, {})


def _find_lapsed(notices: Sequence[Notice]) -> set[int]:
    """Return the unread notifications that are no longer news, for example of events that have begun."""
    lapsed: set[int] = set()
    for kind in load_kinds().values():
        if of_kind := [notice for notice in notices if notice.kind == kind.name and is_unread(notice)]:
            lapsed |= kind.find_lapsed(of_kind)
    return lapsed


def _load_sentences(notices: Sequence[Notice]) -> dict[int, Json]:
    """Return the sentences of notifications that pages cannot build, each in the language of its player."""
    described = [notice for notice in notices if not load_kinds()[notice.kind].is_worded_by_pages]
    prefetch_related_objects(described, "player")
    sentences: dict[int, Json] = {}
    for notice in described:
        with translation.override(notice.player.language):
            sentences[notice.pk] = {"says": describe(notice)}
    return sentences


def _to_json(notice: Notice, *, is_news: bool) -> Json:
    return {
        **notice.parts,
        "kind": notice.kind,
        "id": str(notice.pk),
        "at": notice.at.isoformat(),
        "read": not is_news,
    }
