"""The players of a bracket or a round robin, and their seeds."""

from collections.abc import Sequence

from common import clock
from ranking.models import Kind
from ranking.standings import load_points
from tournaments.events.models import Entry, Event
from tournaments.events.record.changes import show_change
from tournaments.events.record.root import open_root
from tournaments.formats import lots
from tournaments.formats.bracket import qualifiers


def enter_qualifiers(event: Event) -> None:
    """Enter the best quarter of a finished night in the bracket that follows it, once."""
    source = event.source
    if source is None or source.state != Event.State.OVER or Entry.objects.filter(event=event).exists():
        return
    placed = Entry.objects.filter(event=source).exclude(place=None)
    best = placed.order_by("place", "pk")[: qualifiers(placed.count())]
    now = clock.now()
    Entry.objects.bulk_create(
        [Entry(event=event, player_id=entry.player_id, joined_at=now) for entry in best],
        ignore_conflicts=True,
    )
    show_change(event.pk)


def give_seeds(event: Event, entries: Sequence[Entry], *, by_lot: bool) -> None:
    """Number the players by lot, or by their earlier seed or place, then points, then lot."""
    root = open_root(event)
    points = load_points({entry.player_id for entry in entries}, Kind.PEOPLE)
    places: dict[int, int | None] = {}
    if event.source_id:
        placed = Entry.objects.filter(event=event.source_id).exclude(place=None)
        places = dict(placed.values_list("player_id", "place"))

    def order(entry: Entry) -> tuple[int, int, int]:
        lot = lots.lot(event.pk, root, entry.pk)
        if by_lot:
            return 0, 0, lot
        place = entry.seed or places.get(entry.player_id) or len(places) + 1
        return place, -points.get(entry.player_id, 0), lot

    ordered = sorted(entries, key=order)
    # A player who was seeded before and has left has no seed.
    Entry.objects.filter(event=event).update(seed=None)
    for seed, entry in enumerate(ordered, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])
