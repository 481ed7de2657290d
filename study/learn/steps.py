"""The lesson's contents: five parts, and the steps of each in teaching order."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Step(NamedTuple):
    """A step of the lesson.

    Its text is in templates/study/learn/steps, its task in js/study/learn/tasks.js.
    """

    key: str
    title: Promise

    @property
    def template(self) -> str:
        return f"study/learn/steps/{self.key}.html"


class Part(NamedTuple):
    """A few steps that belong together."""

    title: Promise
    steps: tuple[Step, ...]


class NumberedStep(NamedTuple):
    """A step with its position in the lesson."""

    number: int
    part: Part
    step: Step
    before: Step | None
    after: Step | None


PARTS = (
    Part(
        _("The game"),
        (
            Step("race", _("A race of two pegs")),
            Step("worth", _("What a card counts")),
        ),
    ),
    Part(
        _("Counting a hand"),
        (
            Step("fifteens", _("Fifteens")),
            Step("pairs", _("Pairs")),
            Step("runs", _("Runs")),
            Step("flush", _("Flushes")),
            Step("nobs", _("His nobs")),
            Step("hands", _("Whole hands")),
        ),
    ),
    Part(
        _("The discard"),
        (Step("throw", _("Two for the crib")),),
    ),
    Part(
        _("The play"),
        (
            Step("pegging", _("Scoring in the play")),
            Step("play", _("Play a hand out")),
        ),
    ),
    Part(
        _("The show"),
        (
            Step("heels", _("His nibs")),
            Step("show", _("Count them all")),
            Step("end", _("How it ends")),
            Step("ready", _("You can play cribbage")),
        ),
    ),
)


def numbered_steps() -> tuple[NumberedStep, ...]:
    """Return every step with the ones before and after it."""
    taught = [(part, step) for part in PARTS for step in part.steps]
    steps = [step for _part, step in taught]
    ways = zip(taught, [None, *steps[:-1]], [*steps[1:], None], strict=True)
    return tuple(
        NumberedStep(number, part, step, before, after)
        for number, ((part, step), before, after) in enumerate(ways, start=1)
    )
