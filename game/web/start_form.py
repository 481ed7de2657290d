"""The start of something in a form, in the local time of its user."""

from datetime import UTC, datetime, timedelta

from django import forms
from django.utils.translation import gettext_lazy as _

USUAL_HOUR, NOTICE = 20, timedelta(hours=1)
FIRST_YEAR, LAST_YEAR = 2000, 9000
AS_TYPED = "%Y-%m-%dT%H:%M"


class StartForm(forms.Form):
    """A start in the local time of the user, with the offset from UTC."""

    starts = forms.DateTimeField(
        input_formats=[AS_TYPED],
        widget=forms.DateTimeInput({"class": "field", "type": "datetime-local"}, AS_TYPED),
        error_messages={"invalid": _("Enter a date and time such as 2026-12-31T18:00.")},
    )
    utc_offset = forms.IntegerField(
        initial=0, min_value=-24 * 60, max_value=24 * 60, widget=forms.HiddenInput, required=False
    )

    def clean_starts(self) -> datetime:
        """Return the time as typed. In a year far away, the offset could lead out of the calendar."""
        typed: datetime = self.cleaned_data["starts"]
        if not FIRST_YEAR <= typed.year <= LAST_YEAR:
            raise forms.ValidationError(self.fields["starts"].error_messages["invalid"])
        return typed

    def first_error(self) -> str:
        """Return the sentence about the first wrong value."""
        return str(next(iter(self.errors.values()))[0])

    def starts_at(self) -> datetime:
        """Return the chosen moment."""
        offset = timedelta(minutes=self.cleaned_data["utc_offset"] or 0)
        typed: datetime = self.cleaned_data["starts"].replace(tzinfo=UTC)
        return typed - offset


def usual_start(now: datetime) -> str:
    """Return the next evening at eight, in the format of the field."""
    starts = now.replace(hour=USUAL_HOUR, minute=0, second=0, microsecond=0)
    if starts < now + NOTICE:
        starts += timedelta(days=1)
    return starts.strftime(AS_TYPED)
