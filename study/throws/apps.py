"""The discard of the day as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.lazy_import import lazy_import


class ThrowsConfig(AppConfig):
    """Six cards a day, the votes on them, and the standings of the month."""

    name = "study.throws"
    label = "throws"
    verbose_name = _("Discard of the day")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from common.page_parts import part_loaders, path_loaders
        from game.accounts.preferences import Prize, add_prize
        from game.shared_decks.known_cards import known_cards_checks
        from study.throws.personal_data import register_sections

        register_sections()
        best = lazy_import("study.throws.board.has_won_month")
        add_prize("back", "moons", _("Moons"), Prize(_("Be first in a month’s discards of the day."), best))
        part_loaders["front"].append(lazy_import("study.throws.page_parts.describe_on_front"))
        part_loaders["daily"].append(lazy_import("study.throws.page_parts.describe_on_daily"))
        path_loaders.append(lazy_import("study.throws.page_parts.list_paths"))
        known_cards_checks.append(lazy_import("study.throws.known_cards.check_was_no_throw"))
