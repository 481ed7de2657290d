"""The form for a new event."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms

from game.web.start_form import StartForm, usual_start
from tournaments.events.kinds.lookup import kind_named
from tournaments.events.kinds.robin import ROUND_DAYS
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.models import Event
from tournaments.formats.bracket import BEST_OF
from tournaments.formats.format import HOUR_GAMES, NIGHT_GAMES
from tournaments.formats.team_boards import SIZES

# For rounds of one week each.
A_DAY_A_MOVE = "relaxed"
# The team size that means all members of a club.
EVERYBODY = 0


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of a director's action, and for some actions the minutes or the player."""

    reason: str
    minutes: int
    player: str


class DirectForm(forms.Form):
    """A director's action, submitted without the page's script."""

    reason = forms.CharField(required=False)
    minutes = forms.IntegerField(required=False)
    player = forms.CharField(required=False)

    def given(self) -> Why:
        """Return the values.

        An unreadable value counts as missing, and the action refuses it if it needs it.
        """
        self.is_valid()
        found = self.cleaned_data
        return Why(found.get("reason", ""), found.get("minutes") or 0, found.get("player", ""))


class DuelForm(StartForm):
    """The settings of a duel, chosen by a club's director."""

    rival = forms.CharField(max_length=80, widget=forms.TextInput({"class": "field", "autocomplete": "off"}))
    games = forms.TypedChoiceField(choices=[(n, n) for n in NIGHT_GAMES], coerce=int)
    team_size = forms.TypedChoiceField(
        choices=[(n, n) for n in (EVERYBODY, *SIZES)], coerce=int, required=False
    )
    clock = forms.ChoiceField(choices=[("quick", "quick"), ("standard", "standard")])

    @classmethod
    def with_defaults(cls, now: datetime) -> "DuelForm":
        """Return a form for nine games of all members, in a week, at eight in the evening."""
        starts = usual_start(now + timedelta(days=6))
        return cls(initial={"games": 9, "team_size": EVERYBODY, "clock": "quick", "starts": starts})


def _team_name() -> forms.CharField:
    field = forms.TextInput({"class": "field", "autocomplete": "off"})
    return forms.CharField(max_length=40, widget=field, required=False)


def _player_names() -> forms.CharField:
    field = forms.TextInput({"class": "field", "autocomplete": "off", "autocapitalize": "none"})
    return forms.CharField(max_length=300, widget=field, required=False)


class NewEventForm(StartForm):
    """The settings of an event, chosen by a host or a club's director."""

    title = forms.CharField(
        max_length=60, widget=forms.TextInput({"class": "field", "autocomplete": "off"}), min_length=3
    )
    kind = forms.ChoiceField(
        choices=[each for each in Event.Kind.choices if not kind_named(each[0]).is_made_by_offer]
    )
    games = forms.TypedChoiceField(choices=[(n, n) for n in NIGHT_GAMES], coerce=int)
    minutes = forms.TypedChoiceField(choices=[(n, n) for n in HOUR_GAMES], coerce=int)
    best_of = forms.TypedChoiceField(choices=[(n, n) for n in BEST_OF], coerce=int)
    round_days = forms.TypedChoiceField(choices=[(n, n) for n in ROUND_DAYS], coerce=int)
    team_size = forms.TypedChoiceField(choices=[(n, n) for n in SIZES], coerce=int, required=False)
    team_one, team_other = _team_name(), _team_name()
    players_one, players_other = _player_names(), _player_names()
    clock = forms.ChoiceField(choices=[("quick", "quick"), ("standard", "standard")])
    counting = forms.ChoiceField(choices=[("auto", "auto"), ("muggins", "muggins")])
    rated = forms.BooleanField(required=False)
    bots_allowed = forms.BooleanField(required=False)

    @classmethod
    def with_defaults(cls, now: datetime) -> "NewEventForm":
        """Return a form for a night of nine games, at eight in the evening."""
        return cls(
            initial={
                "kind": Event.Kind.NIGHT,
                "games": 9,
                "minutes": 60,
                "best_of": 3,
                "round_days": 0,
                "team_size": SIZES[0],
                "starts": usual_start(now),
                "clock": "quick",
                "counting": "auto",
                "rated": True,
            }
        )

    def settings(self) -> EventSettings:
        """Return the chosen settings."""
        not_settings = ("starts", "utc_offset", *TEAM_FIELDS)
        chosen = {name: value for name, value in self.cleaned_data.items() if name not in not_settings}
        chosen["team_size"] = chosen["team_size"] or SIZES[0]
        chosen |= kind_named(chosen["kind"]).complete_form(self.cleaned_data)
        if chosen["round_days"]:
            chosen["clock"] = A_DAY_A_MOVE
        return EventSettings(starts_at=self.starts_at(), **chosen)


TEAM_FIELDS = ("team_one", "team_other", "players_one", "players_other")
