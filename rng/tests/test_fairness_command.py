"""The command fairness, from the command line."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rng.fairness.statistics import Decks
from rng.lab.generators import GENERATORS
from rng.lab.shuffles import SHUFFLES
from rng.management.commands.fairness import HELP_TEXT, TESTS
from tests.worlds.deals import create_deals, shuffled_decks


def told(*words: str) -> str:
    """Return the command's output."""
    out = StringIO()
    call_command("fairness", *words, stdout=out)
    return out.getvalue()


def as_json(*words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(told(*words, "--json"))
    return answer


def written(decks: Decks, to: Path) -> str:
    to.write_text("".join(",".join(map(str, deck)) + "\n" for deck in decks.tolist()))
    return str(to)


def test_a_wrong_shuffle_fails_with_the_tests_that_detect_it() -> None:
    answer = as_json("--decks", "3000", "--shuffle", "naive", "--seed", "7")
    assert (answer["decks"], answer["verdict"]) == (3000, "fail")
    assert (answer["shuffle"], answer["generator"], answer["seed"]) == ("naive", "mt", 7)
    assert [test["name"] for test in answer["tests"]] == [test.name for test in TESTS]
    for test in answer["tests"]:
        assert set(test) == {"name", "p", "p_adjusted"}
        assert 0 <= test["p"] <= test["p_adjusted"] <= 1
    assert {test["name"] for test in answer["tests"] if test["p_adjusted"] < 0.01} >= {"inversions", "cycles"}


@pytest.mark.slow
def test_our_shuffle_passes_and_the_same_seed_gives_the_same_output() -> None:
    once, again = (as_json("--decks", "3000", "--seed", "7") for _ in range(2))
    assert once["verdict"] == "pass"
    assert once["shuffle"] == "ours"
    assert once["tests"] == again["tests"] != as_json("--decks", "3000", "--seed", "8")["tests"]


def test_the_text_output_is_a_table() -> None:
    lines = told("--decks", "3000", "--shuffle", "sattolo").splitlines()
    assert lines[0].startswith("3,000 decks, shuffle sattolo, generator mt, seed 1")
    assert next(line for line in lines if line.startswith("cycles ")).endswith("found")
    assert lines[-1] == "fail"


@pytest.mark.slow
def test_decks_of_a_file_are_tested(tmp_path: Path) -> None:
    wrong, sound = (
        written(shuffled_decks(name, 3000, 1), tmp_path / f"{name}.csv") for name in ("naive", "fair")
    )
    assert [as_json("--csv", name)["verdict"] for name in (wrong, sound)] == ["fail", "pass"]


@pytest.mark.django_db
def test_decks_on_record_are_tested() -> None:
    create_deals(shuffled_decks("sattolo", 40))
    answer = as_json("--recorded")
    assert (answer["decks"], answer["verdict"]) == (40, "fail")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--recorded"], "There is no deck on record."),
        (["--csv", "x", "--recorded"], "but not both"),
        (["--csv", "x", "--decks", "3"], "leave out --decks"),
        (["--csv", "nowhere.csv"], "nowhere.csv cannot be read: No such file or directory."),
        (["--decks", "0"], "a whole number from 1"),
        (["--decks", "many"], "not 'many'"),
        (["--shuffle", "perfect"], "invalid choice: 'perfect'"),
    ],
)
def test_invalid_fairness_arguments_are_refused_with_a_message(words: list[str], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        told(*words)


@pytest.mark.parametrize(
    ("holds", "says"),
    [("", "There is no deck in"), ("1,2,3\n", "Line 1 is no deck"), ("5H\xff", "is no text")],
)
def test_a_file_without_decks_is_refused(tmp_path: Path, holds: str, says: str) -> None:
    file = tmp_path / "decks.csv"
    file.write_bytes(holds.encode("latin-1"))
    with pytest.raises(CommandError, match=says) as refused:
        told("--csv", str(file))
    assert refused.value.returncode == 2


def test_the_help_names_every_test_shuffle_and_generator() -> None:
    assert all(f"  {name} " in HELP_TEXT for name in (*(test.name for test in TESTS), *SHUFFLES, *GENERATORS))
