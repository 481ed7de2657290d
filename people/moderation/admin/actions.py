"""The actions of the admin's pages. Each has a page that asks for a reason, and stores a ruling."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.enums import ActionVariant

from common.admin.action_page import action_page, change_url, load_row, page_button, posted
from game.models import Appeal, Game, Player, Report, Ruling
from people.moderation import rulings
from people.moderation.admin.forms import AppealAnswerForm, ReasonForm, TermForm
from people.moderation.impartiality import describe_price, find_conflict
from people.moderation.rights import Kind, find_objection, may_rule
from rng.models import Doubt


class AboutPlayer(Protocol):
    """A row about one player, such as an appeal."""

    @property
    def pk(self) -> Any: ...

    @property
    def player(self) -> Player: ...


Subject = Player | Game | Report | Doubt | AboutPlayer


@dataclass(frozen=True, slots=True)
class AdminAction:
    """An action: its button, its explanation, its form, and the function that runs it."""

    kind: Kind
    subject_argument: str  # the argument of the function for the subject
    label: Any
    icon: str
    explanation: Any
    rule: Callable[..., Ruling]
    form: type[ReasonForm] = ReasonForm
    variant: ActionVariant = ActionVariant.DEFAULT


WARN = AdminAction(
    Kind.WARN,
    "player",
    gettext_lazy("Warn"),
    "warning",
    gettext_lazy("The player sees the reason on the next page they open."),
    rulings.warn,
)
MUTE = AdminAction(
    Kind.MUTE,
    "player",
    gettext_lazy("Mute"),
    "volume_off",
    gettext_lazy("The player can’t chat, but can go on playing."),
    rulings.mute,
    TermForm,
)
UNMUTE = AdminAction(
    Kind.UNMUTE,
    "player",
    gettext_lazy("Unmute"),
    "volume_up",
    gettext_lazy("The player can chat again."),
    rulings.unmute,
)
BAN = AdminAction(
    Kind.BAN,
    "player",
    gettext_lazy("Ban"),
    "block",
    gettext_lazy(
        "Shuts the player out right away: they lose their live games, are disconnected, and "
        "disappear from all lists."
    ),
    rulings.ban,
    TermForm,
    ActionVariant.DANGER,
)
UNBAN = AdminAction(
    Kind.UNBAN,
    "player",
    gettext_lazy("Unban"),
    "lock_open",
    gettext_lazy("Lets the player back in."),
    rulings.unban,
)
RESET_PASSWORD = AdminAction(
    Kind.RESET,
    "player",
    gettext_lazy("Send password reset"),
    "lock_reset",
    gettext_lazy("Emails the player a link to choose a new password."),
    rulings.send_reset,
)
VOID = AdminAction(
    Kind.VOID,
    "game",
    gettext_lazy("Call off"),
    "undo",
    gettext_lazy(
        "The game no longer counts, and the points it changed are given back. Wait until it’s "
        "over if both have begun to play."
    ),
    rulings.void_game,
    variant=ActionVariant.DANGER,
)
ANSWER_REPORT = AdminAction(
    Kind.ANSWER,
    "report",
    gettext_lazy("Answer"),
    "reply",
    gettext_lazy("Say what you decided. Everyone who reported this line gets this answer."),
    rulings.answer_report,
    variant=ActionVariant.PRIMARY,
)
SETTLE_DOUBT = AdminAction(
    Kind.ANSWER,
    "doubt",
    gettext_lazy("Settle"),
    "balance",
    gettext_lazy("Say what you found. Everyone who reported this deal gets this answer."),
    rulings.settle_doubt,
    variant=ActionVariant.PRIMARY,
)
ANSWER_APPEAL = AdminAction(
    Kind.APPEAL,
    "appeal",
    gettext_lazy("Answer"),
    "reply",
    gettext_lazy("Lift the ban, or let it stand."),
    rulings.answer_appeal,
    AppealAnswerForm,
    ActionVariant.PRIMARY,
)


def subject_players(subject: Subject) -> list[Player]:
    """Return the players whom a ruling affects: its subject, or both players of a game."""
    if isinstance(subject, Game):
        return [subject.seat_a, subject.seat_b]
    player = subject_player(subject)
    return [] if player is None else [player]


def subject_player(subject: Subject) -> Player | None:
    """Return the player that a ruling is about, or None for a game or a doubted deal."""
    match subject:
        case Player():
            return subject
        case Report():
            return subject.said.player
        case Game() | Doubt():
            return None
    return subject.player


def text_to_answer(subject: Subject) -> str:
    """Return the text that a host answers."""
    match subject:
        case Appeal():
            return subject.text
        case Report():
            return subject.said.words
        case Doubt():
            return subject.says
    return getattr(subject, "quoted", "")


def action_button(what: AdminAction) -> Any:
    """Return the view of an action, which is both its button in a list or on a page and its own page."""

    def view(model_admin: RulingActionsMixin, request: HttpRequest, object_id: str) -> HttpResponse:
        return model_admin.action_view(request, object_id, what)

    button = page_button(what.rule.__name__, what.label, what.icon, what.variant, view)
    button.admin_action = what
    return button


class RulingActionsMixin:
    """Adds the actions that staff may take on the rows of an admin class."""

    def is_applicable(self, kind: Kind, subject: Any) -> bool:
        """Return whether such a ruling is possible now."""
        return True

    def build_extra_context(self, subject: Any) -> dict[str, Any]:
        """Return more context for the page of a row."""
        return {}

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponseBase:
        subject = self.get_object(request, object_id or "")  # type: ignore[attr-defined]
        more = {} if subject is None else self.build_extra_context(subject)
        response: HttpResponseBase = super().changeform_view(  # type: ignore[misc]
            request, object_id, form_url, {**(extra_context or {}), **more}
        )
        return response

    def get_actions_row(self, request: HttpRequest) -> list[Any]:
        buttons = super().get_actions_row(request)  # type: ignore[misc]
        return [
            button for button in buttons if may_rule(staff_user(request), button.method.admin_action.kind)
        ]

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        buttons = super().get_actions_detail(request, object_id)  # type: ignore[misc]
        subject = self.get_object(request, str(object_id))  # type: ignore[attr-defined]
        if subject is None:
            return []
        kinds = {button.method.admin_action.kind for button in buttons}
        due = {
            kind
            for kind in kinds
            if self.is_applicable(kind, subject)
            and may_rule(staff_user(request), kind, subject_player(subject))
        }
        return [button for button in buttons if button.method.admin_action.kind in due]

    def action_view(self, request: HttpRequest, object_id: str, what: AdminAction) -> HttpResponse:
        """Show the page that asks for a reason. Given a reason, store the ruling."""
        by = staff_user(request)
        if not may_rule(by, what.kind):
            raise PermissionDenied
        subject = load_row(self, request, object_id)

        def decide(**given: Any) -> str:
            ruling = what.rule(by=by, **{what.subject_argument: subject}, **given)
            return _("Recorded: %(ruling)s") % {"ruling": ruling}

        def more() -> dict[str, Any]:
            about = subject_players(subject)
            conflicts = (find_conflict(by, what.kind, player) for player in about)
            prices = (describe_price(by, what.kind, player) for player in about)
            return {
                "objection": find_objection(by, what.kind, subject_player(subject)) or first(conflicts),
                "price": first(prices),
                "quoted": text_to_answer(subject),
            }

        return action_page(
            self,
            request,
            what.form(posted(request)),
            decide,
            title=f"{what.label}: {subject}",
            action=what,
            back=change_url(subject),
            more=more,
        )


def first(sentences: Iterable[str | None]) -> str | None:
    """Return the first sentence that is not empty."""
    return next(filter(None, sentences), None)


def staff_user(request: HttpRequest) -> Player:
    """Return the signed-in player. The admin admits no other visitors."""
    assert isinstance(request.user, Player)
    return request.user
