"""Seasons. Their standings are not stored: they follow from the nights that were played."""

from django.db import models
from django.db.models import F, Q

from game.models import Player
from people.clubs.models import Club
from tournaments.events.models import Event


class Season(models.Model):
    """Thirteen weeks of a club's nights, or of the site's standing nights."""

    # The club of its nights; null for the site's nights.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(help_text="Nights that start before this belong to it.")

    # After its last night: the bracket of the best players, and its winner.
    decided_at = models.DateTimeField(null=True)
    final = models.OneToOneField(Event, on_delete=models.PROTECT, null=True, related_name="final_of")
    champion = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="championships")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_season_a_number"),
            models.UniqueConstraint(
                fields=["number"], name="one_season_of_the_site_a_number", condition=Q(club=None)
            ),
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="a_season_lasts"),
        ]
        indexes = [
            models.Index(fields=["ends_at"], name="seasons_to_decide", condition=Q(decided_at=None)),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.club or 'the site'}"
