"""Verdicts on evidence: those of the command, of the one-file script and of the browser."""

import json
from collections.abc import Sequence
from typing import Any

from cribbage_site.tests.node import run_node
from proof.evidence.checks.case import verify_evidence
from proof.evidence.checks.check import verify
from proof.evidence.standalone import verify as alone

Case = tuple[bytes, bytes | None]  # the evidence, and its transcript if there is one


def here(file: bytes) -> dict[str, Any]:
    return in_json(verify(file).to_json())


def by_the_script(file: bytes) -> dict[str, Any]:
    return in_json(alone.verify(file)._asdict())


def in_json(found: dict[str, Any]) -> dict[str, Any]:
    """Return a verdict as a program reads it."""
    read: dict[str, Any] = json.loads(json.dumps(found))
    return read


def in_the_browser(
    files: Sequence[bytes] = (), cases: Sequence[Case] = (), hands: Sequence[Sequence[str]] = ()
) -> dict[str, Any]:
    """The verdicts of the browser's code, run by one process of Node."""
    given = {
        "files": [file.hex() for file in files],
        "cases": [[case.hex(), None if file is None else file.hex()] for case, file in cases],
        "hands": hands,
    }
    patience = 600 + 2 * (len(files) + len(cases))  # in full they are thousands
    script = ("--import", "./tests/remember-signatures.mjs", "tests/parity-verdicts.js")
    said = run_node("proof/evidence", *script, stdin=json.dumps(given), patience=patience)
    found: dict[str, Any] = json.loads(said)
    return found


def agreed(files: Sequence[bytes] = (), cases: Sequence[Case] = ()) -> list[dict[str, Any]]:
    """The verdict that all three give on each of the files, and on each of the cases."""
    verdicts = [here(file) for file in files]
    verdicts += [in_json(verify_evidence(file, case).to_json()) for case, file in cases]
    by_script = [by_the_script(file) for file in files]
    by_script += [in_json(alone.verify_both(file, case)._asdict()) for case, file in cases]
    assert by_script == verdicts
    for verdict, found in zip(verdicts, in_the_browser(files, cases)["verdicts"], strict=True):
        assert found == verdict | {"says": alone.describe(alone.Verdict(**verdict))}
    return verdicts
