"""The forms about duels and seasons on a club's page."""

from datetime import date

from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext

from common.formats.digits import parse_digits
from common.refusal import Refusal
from game.models import Player
from people.clubs.models import Club
from tournaments.events.manage import duels, repeating
from tournaments.seasons import calendar


def accept_duel(player: Player, club: Club, form: QueryDict) -> str:
    event = duels.accept(by=player, offer_id=_number_in(form, "offer"))
    return gettext("%(event)s is announced. All members of both clubs are invited.") % {"event": event.title}


def decline_duel(player: Player, club: Club, form: QueryDict) -> str:
    duels.decline(by=player, offer_id=_number_in(form, "offer"))
    return gettext("You declined the duel.")


def withdraw_duel(player: Player, club: Club, form: QueryDict) -> str:
    duels.withdraw(by=player, offer_id=_number_in(form, "offer"))
    return gettext("You withdrew the invitation.")


def end_series(player: Player, club: Club, form: QueryDict) -> str:
    repeating.end_series(by=player, club=club, series_id=form.get("series", "").replace("\0", ""))
    return gettext("No more events are made. Those that are announced stay.")


def begin_season(player: Player, club: Club, form: QueryDict) -> str:
    try:
        starts_on = date.fromisoformat(form.get("starts_on", ""))
    except ValueError:
        raise Refusal("bad_request", gettext("Choose the first day of the season.")) from None
    season = calendar.begin(by=player, club=club, starts_on=starts_on)
    day = date_format(season.starts_at, "DATE_FORMAT")
    return gettext("Season %(n)s begins on %(day)s.") % {"n": season.number, "day": day}


def call_off_season(player: Player, club: Club, form: QueryDict) -> str:
    calendar.call_off(by=player, club=club, number=_number_in(form, "number"))
    return gettext("The season is called off.")


def _number_in(form: QueryDict, name: str) -> int:
    return parse_digits(form.get(name, "")) or 0
