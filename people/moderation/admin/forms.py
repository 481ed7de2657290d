"""The forms of rulings."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import BASE_INPUT_CLASSES, UnfoldAdminTextareaWidget, UnfoldBooleanWidget

from game.models import Ruling

MAX_LENGTH = Ruling._meta.get_field("reason").max_length


class ReasonForm(forms.Form):
    """A form for a reason, which is stored with the ruling and shown to the player."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MAX_LENGTH,
        help_text=gettext_lazy("It’s recorded with your name, and the player sees it."),
        widget=UnfoldAdminTextareaWidget({"rows": 3}),
        error_messages={"required": gettext_lazy("Please give a reason. Every decision needs one.")},
    )


class TermForm(ReasonForm):
    """A form for a reason, and an end or "for good"."""

    until = forms.DateTimeField(
        label=gettext_lazy("Until"),
        required=False,
        help_text=gettext_lazy("In UTC."),
        widget=forms.DateTimeInput({"type": "datetime-local", "class": " ".join(BASE_INPUT_CLASSES)}),
        error_messages={"invalid": gettext_lazy("Enter a date and time such as 2026-12-31T18:00.")},
    )
    for_good = forms.BooleanField(label=gettext_lazy("For good"), required=False, widget=UnfoldBooleanWidget)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        until: datetime | None = given.get("until")
        for_good = given.pop("for_good", False)
        if "until" in self.errors:
            return given
        if until is None and not for_good:
            self.add_error("until", _("Enter an end time, or tick “For good”."))
        if until is not None and for_good:
            self.add_error("until", _("Choose either an end time or “For good”, not both."))
        return given


class AppealAnswerForm(ReasonForm):
    """A form for the answer to an appeal, and whether to lift the ban."""

    lift = forms.BooleanField(label=gettext_lazy("Lift the ban"), required=False, widget=UnfoldBooleanWidget)
