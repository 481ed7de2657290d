"""Hosts' decisions about clubs and engines: each has a button and a page that asks for a reason."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from unfold.enums import ActionVariant

from common.admin.action_page import action_page, change_url, load_row, page_button, posted
from game.models import Player
from people.moderation.admin.actions import staff_user
from people.moderation.admin.forms import ReasonForm


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: its button, its explanation, its form, and the function that stores and returns it."""

    subject_argument: str
    label: Any
    icon: str
    explanation: Any
    rule: Callable[..., Any]
    form: type[ReasonForm] = ReasonForm
    variant: ActionVariant = ActionVariant.DEFAULT

    @property
    def name(self) -> str:
        return f"{self.rule.__name__}_{self.subject_argument}"


def decision_button(what: Decision) -> Any:
    """Return the view of a decision, which is both its button and its page."""

    def view(model_admin: DecisionsMixin, request: HttpRequest, object_id: str) -> HttpResponse:
        return model_admin.decision_view(request, object_id, what)

    button = page_button(what.name, what.label, what.icon, what.variant, view)
    button.decision = what
    return button


class DecisionsMixin:
    """Adds decisions to an admin class."""

    def may_decide(self, by: Player) -> bool:
        """Return whether a member of staff may decide about these rows."""
        raise NotImplementedError

    def is_offered(self, what: Decision, subject: Any) -> bool:
        """Return whether a decision on this row is still possible."""
        return True

    def describe_subject(self, subject: Any) -> str:
        """Return the text that a host decides about."""
        return ""

    def get_initial(self, subject: Any) -> dict[str, Any]:
        """Return the first values of the form."""
        return {}

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        subject = self.get_object(request, str(object_id))  # type: ignore[attr-defined]
        if subject is None or not self.may_decide(staff_user(request)):
            return []
        buttons: list[Any] = super().get_actions_detail(request, object_id)  # type: ignore[misc]
        return [button for button in buttons if self.is_offered(button.method.decision, subject)]

    def decision_view(self, request: HttpRequest, object_id: str, what: Decision) -> HttpResponse:
        """Show the page that asks for a reason. Given a reason, store the decision."""
        by = staff_user(request)
        if not self.may_decide(by):
            raise PermissionDenied
        subject = load_row(self, request, object_id)

        def decide(**given: Any) -> str:
            made = what.rule(by=by, **{what.subject_argument: subject}, **given)
            return _("Recorded: %(ruling)s") % {"ruling": made}

        return action_page(
            self,
            request,
            what.form(posted(request), initial=self.get_initial(subject)),
            decide,
            title=f"{what.label}: {subject}",
            action=what,
            back=change_url(subject),
            more=lambda: {"quoted": self.describe_subject(subject)},
        )
