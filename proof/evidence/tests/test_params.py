"""Params have the names of their version and no others, for every verifier."""

import json
from pathlib import Path
from typing import Any

import pytest

from cribbage_site.tests.server_process import ROOT
from proof.evidence.checks.check import verify
from proof.evidence.checks.kept import Case
from proof.evidence.checks.params import BRAIN_NAMES, NAMES
from proof.evidence.standalone import verify as alone
from proof.evidence.tests.case_files import to_case_file
from rng.commitment import canonical_json
from tests.worlds.forgeries import Document, forge
from tests.worlds.verdicts import agreed

PLAIN = Path(ROOT, "tests/golden/1.0/to-61-with-a-bot.transcript.json").read_bytes()
SIGNED = Path(ROOT, "docs/reference/a-transcript.json").read_bytes()


def with_params(file: bytes, version: str, more: dict[str, Any]) -> bytes:
    """Return the file as one of a version, with these params added."""

    def change(document: Document) -> None:
        fair = document["fair"]
        fair["version"] = version
        fair["params"] = canonical_json(json.loads(fair["params"]) | {"version": version} | more)
        document["format"] = f"every-other/transcript/{version[-1]}"

    return forge(file, change)


def file_of(version: str, **more: Any) -> bytes:
    return with_params(PLAIN if version == "cribfair/1" else SIGNED, version, more)


def unknown_names(version: str) -> str:
    return f"The params have names that {version} does not know."


@pytest.mark.parametrize("version", NAMES)
def test_unknown_name_in_params_is_false(version: str) -> None:
    file = file_of(version, sponsor="A. Smith")
    for faults in (verify(file).faults, alone.verify(file).faults):
        assert unknown_names(version) in faults


@pytest.mark.parametrize("version", NAMES)
def test_known_names_are_accepted(version: str) -> None:
    file = file_of(version, **{name: [] for name in NAMES[version] - {"version", "game"}})
    for faults in (verify(file).faults, alone.verify(file).faults):
        assert unknown_names(version) not in faults


def test_a_name_of_a_later_version_is_unknown_to_an_older_one() -> None:
    assert unknown_names("cribfair/1") in verify(file_of("cribfair/1", signer="x")).faults
    assert unknown_names("cribfair/2") in verify(file_of("cribfair/2", same_as={})).faults


def test_the_verifiers_have_one_list_of_names() -> None:
    assert (alone.NAMES, alone.BRAIN_NAMES) == (NAMES, BRAIN_NAMES)


@pytest.mark.slow
def test_all_three_find_unknown_names() -> None:
    names = sorted({*NAMES["cribfair/3"], "sponsor", "__proto__", "", "\ud800", "Version"})
    files = [file_of(version, **{name: []}) for version in NAMES for name in names if name != "version"]
    known, unknown = {"name": "advanced", "code": "x", "points": []}, {"name": "advanced", "speed": 1}
    brains = [[known], [unknown], [{}, []], {}, "x"]
    files += [file_of("cribfair/2", brains=each) for each in brains]
    found = [any("does not know" in fault for fault in verdict["faults"]) for verdict in agreed(files)]
    known = [name in NAMES[version] for version in NAMES for name in names if name != "version"]
    assert found == [not each for each in known] + [False, True, False, False, False]


@pytest.mark.slow
def test_case_with_unknown_names_is_unreadable_unless_it_is_false() -> None:
    document = json.loads(SIGNED)
    params = canonical_json(json.loads(document["fair"]["params"]) | {"sponsor": ""})
    cases = [
        Case("every-other/case/1", document["game"], params, "", notes)
        for notes in (("not signed",), tuple(document["receipts"][0]))
    ]
    verdicts = agreed(cases=[(to_case_file(case), None) for case in cases])
    assert [found["verdict"] for found in verdicts] == ["unreadable", "false"]
    assert unknown_names("cribfair/2") in verdicts[0]["faults"]
