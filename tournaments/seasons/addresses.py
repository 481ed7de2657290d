"""Where the page of a season is."""

from django.urls import reverse

from tournaments.seasons.models import Season


def season_url(season: Season) -> str:
    """The page of a season; that of a closed club is found among the seasons."""
    if season.club is None:
        return reverse("season", args=[season.number])
    if season.club.slug is None:
        return reverse("closed_season", args=[season.pk])
    return reverse("club_season", args=[season.club.slug, season.number])
