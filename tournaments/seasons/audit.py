"""Recompute seasons: their nights, their finalists, and their winners."""

from collections.abc import Iterator

from tournaments.events.models import Entry
from tournaments.events.run.audit import Difference
from tournaments.seasons.deciding import find_winner
from tournaments.seasons.models import Season
from tournaments.seasons.order import draw_lots, load_lines, seeds_follow


def find_season_differences(season: Season) -> Iterator[Difference]:
    """Yield everything stored about a season that does not follow from its nights and its final.

    Nothing is repaired: a host has to decide.
    """
    if (before := _find_one_before(season)) is not None:
        yield Difference(str(season), "start", season.starts_at.isoformat(), before.ends_at.isoformat())
    if season.final is None:
        return
    lines = load_lines(season)
    by_lot = draw_lots(season, lines)
    seeded = Entry.objects.filter(event=season.final, seed__isnull=False).order_by("seed")
    seeds = list(seeded.values_list("player", flat=True))
    # Before release 2.0, finals seeded level players by their accounts.
    if not (seeds_follow(seeds, by_lot) or seeds_follow(seeds, lines)):
        yield Difference(str(season), "seeds of its final", seeds, [line.player for line in by_lot])
    winner = find_winner(season.final)
    expected = winner.pk if winner and season.decided_at else None
    if season.champion_id != expected:
        yield Difference(str(season), "champion", season.champion_id, expected)


def _find_one_before(season: Season) -> Season | None:
    """Return an earlier season of the same nights that ends after this one begins."""
    others = Season.objects.filter(club=season.club, number__lt=season.number)
    return others.filter(ends_at__gt=season.starts_at).first()
