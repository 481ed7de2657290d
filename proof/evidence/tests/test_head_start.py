"""A head start in a file: all three checkers read it, and find every change of it."""

from collections.abc import Callable

import pytest

from tests.worlds.forgeries import Document, forge
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db


def start_as(value: object) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        document["rules"]["start"] = value

    return change


def no_start(document: Document) -> None:
    del document["rules"]["start"]


def another_start_in_the_line(document: Document) -> None:
    document["line"] = document["line"].replace("start=9-0", "start=8-0")


def another_start_in_rules_and_line(document: Document) -> None:
    start_as([8, 0])(document)
    another_start_in_the_line(document)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("forgery", "fault"),
    [
        (no_start, "The params name other rules."),
        (start_as([0, 9]), "The params name other rules."),
        (another_start_in_rules_and_line, "The params name other rules."),
        (another_start_in_the_line, "The line does not tell the same rules and moves."),
    ],
)
def test_another_start_is_found(
    files: dict[str, bytes], forgery: Callable[[Document], None], fault: str
) -> None:
    (found,) = agreed([forge(files["with a head start"], forgery)])
    assert found["verdict"] == "false"
    assert fault in found["faults"]


@pytest.mark.slow
@pytest.mark.parametrize("value", [[0, 0], [13, 0], [9, 1], [-1, 0], [9], "9-0", None, [9.0, 0], [True, 0]])
def test_invalid_head_start_is_unreadable(files: dict[str, bytes], value: object) -> None:
    (found,) = agreed([forge(files["with a head start"], start_as(value))])
    assert found["verdict"] == "unreadable"
