"""Events as a Django app."""

from django.apps import AppConfig
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.lazy_import import lazy_import


class EventsConfig(AppConfig):
    """Events of many games.

    In every process, a game's result is stored for its event in the same transaction.
    """

    name = "tournaments.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"
    belongings = ("events.Entry",)

    def ready(self) -> None:
        from game.accounts.advice_permission import games_without_advice, hint_permissions
        from game.accounts.preferences import Prize, add_prize
        from game.lobby.display.banner import banner_loaders
        from game.shared_rounds.on_close import on_close
        from people.clubs.founding import before_close, on_dissolve, on_rename
        from people.moderation.on_ban import on_ban
        from tournaments.events.personal_data import register_sections

        register_sections()
        finished = lazy_import("tournaments.events.show.past_of_player.has_finished_ten")
        add_prize("pegs", "star", _("Stars"), Prize(_("Finish ten events."), finished))
        banner_loaders.append(lazy_import("tournaments.events.show.next_event.load_banner"))
        on_ban.append(lazy_import("tournaments.events.manage.withdrawal.withdraw_player"))
        on_close.append(lazy_import("tournaments.events.run.results.record_round"))
        before_close.append(lazy_import("tournaments.events.run.closing.object_to_close"))
        on_dissolve.append(lazy_import("tournaments.events.manage.repeating.end_series_of"))
        on_dissolve.append(lazy_import("tournaments.events.run.closing.call_off_events"))
        on_rename.append(lazy_import("tournaments.events.record.changes.show_change_of_club"))
        games_without_advice.append(Q(pairing__isnull=False, pairing__event__hints=False))
        hint_permissions.append(lazy_import("tournaments.events.show.of_game.allows_hints"))
