"""Cases as files, as browsers save them."""

import json

import msgspec

from proof.evidence.checks.kept import Case


def to_case_file(case: Case) -> bytes:
    return (json.dumps(msgspec.to_builtins(case), indent=1) + "\n").encode("ascii")
