"""The command, the one-file script and the browser agree on thousands of changed and forged files."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cribbage_site.tests.repetitions import repetitions
from cribbage_site.tests.server_process import ROOT
from proof.evidence.tests.lying import LIES, UNDETECTABLE, NotApplicable, lie
from proof.evidence.tests.lying.changes import change
from proof.evidence.tests.lying.following import Lie
from proof.evidence.tests.lying.moves import the_end_is_hidden_from_the_log_too
from proof.evidence.tests.lying.signatures import fewer_moves_are_signed
from tests.worlds.verdicts import agreed

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CHANGED, FORGED = repetitions(5_000, one_in=33), repetitions(200)
AT_ONCE = 500  # files for one process of Node
OF_OLDER_VERSIONS = [*Path(ROOT, "tests/golden").glob("*/*.transcript.json")]


@pytest.fixture(scope="module")
def honest(files: dict[str, bytes], firsts: dict[str, bytes]) -> dict[str, bytes]:
    """Return transcripts of every kind and version: finished and live, some with moves signed by a seat."""
    found = files | {f"the first of {name}": file for name, file in firsts.items()}
    found |= {f"{path.parent.name} {path.name}": path.read_bytes() for path in OF_OLDER_VERSIONS}
    found["documented"] = Path(ROOT, "docs/reference/a-transcript.json").read_bytes()
    chance = Random(64)
    for name in ("played to 61", "against a bot", "counted by muggins", "from shared decks with a bot"):
        found[f"{name}, signed"] = lie(files[name], fewer_moves_are_signed, chance)
        found[f"{name}, live"] = lie(files[name], the_end_is_hidden_from_the_log_too, chance)
    return found


def test_honest_files_are_true(honest: dict[str, bytes]) -> None:
    verdicts = agreed([*honest.values()])
    assert {name: v["faults"] for name, v in zip(honest, verdicts, strict=True) if v["faults"]} == {}


def test_all_three_agree_on_changed_files(honest: dict[str, bytes]) -> None:
    chance, kinds = Random(65), sorted(honest)
    verdicts = agreed_verdicts([change(honest[chance.choice(kinds)], chance) for _ in range(CHANGED)])
    found = Counter(verdict["verdict"] for verdict in verdicts)
    # True are the changes of what a file doesn't prove: names, dates, the time of a move.
    assert set(found) == {"true", "false", "unreadable"}
    assert found["true"] < 0.15 * CHANGED, found


def test_all_three_agree_on_forged_files_and_find_each_lie(honest: dict[str, bytes]) -> None:
    chance = Random(66)
    tellings = [(tell, *told(honest, tell, chance)) for tell in lies(chance)]
    verdicts = agreed_verdicts([file for _, _, file in tellings])
    believed = [
        (tell.__name__, kind)
        for (tell, kind, _), verdict in zip(tellings, verdicts, strict=True)
        if verdict["verdict"] != "false" and tell not in UNDETECTABLE
    ]
    assert believed == []


def agreed_verdicts(files: Sequence[bytes]) -> list[dict[str, Any]]:
    """Return the verdicts on which all three agree, some files at a time."""
    batches = [files[at : at + AT_ONCE] for at in range(0, len(files), AT_ONCE)]
    return [verdict for batch in batches for verdict in agreed(batch)]


def lies(chance: Random) -> list[Lie]:
    """Return every lie equally often, or in the short form a random few."""
    numbers = chance.sample(range(max(FORGED, len(LIES))), FORGED)
    return [LIES[number % len(LIES)] for number in numbers]


def told(honest: dict[str, bytes], tell: Lie, chance: Random) -> tuple[str, bytes]:
    """Return a kind of game that a lie fits, and its file with the lie."""
    for kind in chance.sample(sorted(honest.keys() - {"documented"}), len(honest) - 1):
        if "receipts" not in json.loads(honest[kind]) and tell.__module__.endswith(".signatures"):
            continue
        try:
            return kind, lie(honest[kind], tell, chance)
        except NotApplicable:
            continue
    raise AssertionError(f"No game is fit for the lie {tell.__name__}.")
