"""Seasons as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SeasonsConfig(AppConfig):
    """Seasons of clubs and of the site. The winner of a season gets a trophy and a prize."""

    name = "tournaments.seasons"
    label = "seasons"
    verbose_name = _("Seasons")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.accounts.preferences import Prize, add_prize
        from people.clubs.founding import on_dissolve
        from tournaments.events.show.trophies import TROPHIES
        from tournaments.seasons.calendar import end_seasons
        from tournaments.seasons.personal_data import register_sections
        from tournaments.seasons.trophies import has_won_club_season, has_won_season, load_championships

        register_sections()
        TROPHIES.append(load_championships)
        add_prize("board", "rosewood", _("Rosewood"), Prize(_("Win a season of this site."), has_won_season))
        add_prize("pegs", "shield", _("Shields"), Prize(_("Win a season of a club."), has_won_club_season))
        on_dissolve.append(end_seasons)
