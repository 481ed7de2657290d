"""Every kind of event has its class, and no other code compares kinds."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.refusal import Refusal
from tournaments.events.kinds.lookup import ALL, KINDS, kind_named, kind_of
from tournaments.events.models import Event

TOURNAMENTS = Path(__file__).resolve().parents[3]
# An event's kind in a row or in JSON. Actions on events have kinds of their own.
KIND = re.compile(r"\bEvent\.Kind\b|\.kind\b|\['kind'\]")
OF_ACTIONS = "EventAction.Kind"
KIND_CLASS = re.compile(r"isinstance\([^()]*\b[A-Z]\w*Kind\)")


def checks(source: str) -> Iterator[str]:
    """Yield the expressions that compare an event's kind."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare | ast.Match | ast.Call):
            found = ast.unparse(node.subject if isinstance(node, ast.Match) else node)
            is_of_event = KIND.search(found) and OF_ACTIONS not in found
            if (is_of_event and not isinstance(node, ast.Call)) or KIND_CLASS.fullmatch(found):
                yield found


def test_every_kind_has_one_class():
    assert len(ALL) == len(KINDS)
    assert KINDS.keys() == {*Event.Kind.values}
    assert all(kind_of(Event(kind=name)).name == name for name in Event.Kind)


def test_unknown_kind_is_refused():
    with pytest.raises(Refusal, match="one of the formats"):
        kind_named("knockout")


@pytest.mark.slow
def test_no_code_outside_the_kinds_compares_kinds():
    modules = [
        file
        for file in TOURNAMENTS.rglob("*.py")
        if not {"tests", "migrations", "kinds"} & {*file.relative_to(TOURNAMENTS).parts}
    ]
    assert modules
    assert [f"{file.name}: {check}" for file in modules for check in checks(file.read_text())] == []


@pytest.mark.parametrize(
    "check",
    [
        "event.kind == Event.Kind.TEAMS",
        "chosen['kind'] in (Event.Kind.NIGHT, Event.Kind.HOUR)",
        "event.kind not in IN_STEP",
        "isinstance(kind, BracketKind)",
    ],
)
def test_a_check_of_a_kind_is_found(check: str):
    assert [*checks(f"x = {check}")] == [check]
