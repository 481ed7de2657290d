"""The form for a new event."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django import forms
from django.utils.translation import gettext_lazy as _

from game.events.bracket import BEST_OF
from game.events.creating import ROUND_DAYS, EventSettings
from game.events.formats import HOUR_GAMES, NIGHT_GAMES
from game.events.models import Event

USUAL_HOUR, NOTICE = 20, timedelta(hours=1)
# With a week for each round.
A_DAY_A_MOVE = "relaxed"
AS_TYPED = "%Y-%m-%dT%H:%M"


@dataclass(frozen=True, slots=True)
class Why:
    """Why a director does something, and for some deeds for how long or to whom."""

    reason: str
    minutes: int
    player: str


class DirectForm(forms.Form):
    """What a director does, where the page's script does not send it."""

    reason = forms.CharField(required=False)
    minutes = forms.IntegerField(required=False)
    player = forms.CharField(required=False)

    def given(self) -> Why:
        """What was given; what can't be read counts as missing, and is refused where it is needed."""
        self.is_valid()
        found = self.cleaned_data
        return Why(found.get("reason", ""), found.get("minutes") or 0, found.get("player", ""))


class NewEventForm(forms.Form):
    """What a host chooses of an event; the start by their own clock, with how far that is ahead of UTC."""

    title = forms.CharField(
        max_length=60, widget=forms.TextInput({"class": "field", "autocomplete": "off"}), min_length=3
    )
    kind = forms.ChoiceField(choices=Event.Kind.choices)
    games = forms.TypedChoiceField(choices=[(n, n) for n in NIGHT_GAMES], coerce=int)
    minutes = forms.TypedChoiceField(choices=[(n, n) for n in HOUR_GAMES], coerce=int)
    best_of = forms.TypedChoiceField(choices=[(n, n) for n in BEST_OF], coerce=int)
    round_days = forms.TypedChoiceField(choices=[(n, n) for n in ROUND_DAYS], coerce=int)
    starts = forms.DateTimeField(
        input_formats=[AS_TYPED],
        widget=forms.DateTimeInput({"class": "field", "type": "datetime-local"}, AS_TYPED),
        error_messages={"invalid": _("That’s not a date and time. Write it like 2026-12-31T18:00.")},
    )
    utc_offset = forms.IntegerField(
        initial=0, min_value=-24 * 60, max_value=24 * 60, widget=forms.HiddenInput, required=False
    )
    clock = forms.ChoiceField(choices=[("quick", "quick"), ("standard", "standard")])
    counting = forms.ChoiceField(choices=[("auto", "auto"), ("muggins", "muggins")])
    rated = forms.BooleanField(required=False)
    bots_allowed = forms.BooleanField(required=False)

    @classmethod
    def with_defaults(cls, now: datetime) -> "NewEventForm":
        """A night of nine games, at eight in the evening."""
        starts = now.replace(hour=USUAL_HOUR, minute=0, second=0, microsecond=0)
        if starts < now + NOTICE:
            starts += timedelta(days=1)
        return cls(
            initial={
                "kind": Event.Kind.NIGHT,
                "games": 9,
                "minutes": 60,
                "best_of": 3,
                "round_days": 0,
                "starts": starts.strftime(AS_TYPED),
                "clock": "quick",
                "counting": "auto",
                "rated": True,
            }
        )

    def settings(self) -> EventSettings:
        """What was chosen."""
        chosen = {
            name: value for name, value in self.cleaned_data.items() if name not in ("starts", "utc_offset")
        }
        if chosen["kind"] != Event.Kind.ROBIN:
            chosen["round_days"] = 0
        if chosen["round_days"]:
            chosen["clock"] = A_DAY_A_MOVE
        offset = timedelta(minutes=self.cleaned_data["utc_offset"] or 0)
        typed = self.cleaned_data["starts"].replace(tzinfo=UTC)
        return EventSettings(starts_at=typed - offset, **chosen)
