"""The forms of events: a new one, an edit, and a director's action."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms

from game.web.start_form import AS_TYPED, StartForm, usual_start
from tournaments.events.kinds.lookup import kind_named
from tournaments.events.kinds.robin import ROUND_DAYS
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.editing import editable_fields
from tournaments.events.models import Event, Series
from tournaments.formats.bracket import BEST_OF
from tournaments.formats.format import HOUR_GAMES, NIGHT_GAMES
from tournaments.formats.team_boards import SIZES

# For rounds of one week each.
A_DAY_A_MOVE = "relaxed"
# The team size that means all members of a club.
EVERYBODY = 0


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of a director's action, and the other values that some actions need."""

    reason: str
    minutes: int
    player: str
    game: str
    points: int


class DirectForm(forms.Form):
    """A director's action, submitted without the page's script."""

    reason = forms.CharField(required=False)
    minutes = forms.IntegerField(required=False)
    player = forms.CharField(required=False)
    game = forms.CharField(required=False)
    points = forms.IntegerField(required=False)

    def given(self) -> Why:
        """Return the values.

        An unreadable value counts as missing, and the action refuses it if it needs it.
        """
        self.is_valid()
        found = self.cleaned_data
        points = found.get("points")
        return Why(
            found.get("reason", ""),
            found.get("minutes") or 0,
            found.get("player", ""),
            found.get("game", ""),
            -1 if points is None else points,
        )


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


def _limit() -> forms.IntegerField:
    field = forms.NumberInput({"class": "field", "inputmode": "numeric"})
    return forms.IntegerField(min_value=1, max_value=99_999, widget=field, required=False)


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
    hints = forms.BooleanField(required=False)
    most_points, most_games = _limit(), _limit()
    # Of a club's event: whether it repeats, by the clock of which zone.
    repeats = forms.ChoiceField(choices=[("", "once"), *Series.Rule.choices], required=False)
    zone = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)

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
        not_settings = ("starts", "utc_offset", "repeats", "zone", *TEAM_FIELDS)
        chosen = {name: value for name, value in self.cleaned_data.items() if name not in not_settings}
        chosen["team_size"] = chosen["team_size"] or SIZES[0]
        chosen |= kind_named(chosen["kind"]).complete_form(self.cleaned_data)
        if chosen["round_days"]:
            chosen["clock"] = A_DAY_A_MOVE
        return EventSettings(starts_at=self.starts_at(), **chosen)


class EditEventForm(StartForm):
    """The settings of an announced event that its director can change, and the reason."""

    title = NewEventForm.base_fields["title"]
    games = NewEventForm.base_fields["games"]
    minutes = NewEventForm.base_fields["minutes"]
    best_of = NewEventForm.base_fields["best_of"]
    clock = NewEventForm.base_fields["clock"]
    most_points = NewEventForm.base_fields["most_points"]
    most_games = NewEventForm.base_fields["most_games"]
    reason = forms.CharField(
        min_length=3, max_length=500, widget=forms.TextInput({"class": "field", "autocomplete": "off"})
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        """Show the settings of an event. Those that can't change have no field."""
        self.allowed = editable_fields(event)
        initial: dict[str, Any] = {name: getattr(event, name) for name in self.allowed if name != "starts_at"}
        super().__init__(data, initial=initial | {"starts": event.starts_at.strftime(AS_TYPED)})
        shown = {"reason", "utc_offset", *self.allowed} | (
            {"starts"} if "starts_at" in self.allowed else set()
        )
        for name in [name for name in self.fields if name not in shown]:
            del self.fields[name]
        self.event = event

    def changes(self) -> dict[str, Any]:
        """Return the settings as chosen. The field for the start has no seconds."""
        chosen = {name: self.cleaned_data[name] for name in self.allowed if name in self.cleaned_data}
        if "starts" in self.cleaned_data:
            starts_at, before = self.starts_at(), self.event.starts_at
            chosen["starts_at"] = (
                before if starts_at == before.replace(second=0, microsecond=0) else starts_at
            )
        return chosen


TEAM_FIELDS = ("team_one", "team_other", "players_one", "players_other")
