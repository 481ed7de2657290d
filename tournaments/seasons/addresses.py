"""The URL of a season's page."""

from django.urls import reverse

from tournaments.seasons.models import Season


def season_url(season: Season) -> str:
    """Return the URL of a season's page. Seasons of closed clubs have a URL of their own."""
    if season.club is None:
        return reverse("season", args=[season.number])
    if season.club.slug is None:
        return reverse("closed_season", args=[season.pk])
    return reverse("club_season", args=[season.club.slug, season.number])
