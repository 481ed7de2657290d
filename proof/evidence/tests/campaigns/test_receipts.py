"""Params have exactly one canonical text."""

import json

import pytest

from proof.evidence.document import SignedTranscript
from proof.evidence.tests.test_receipts import verdict_of, with_params
from rng.commitment import canonical_json
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db


def test_params_are_written_in_one_way(transcript: SignedTranscript):
    params = transcript.fair.params
    others = [
        params.replace(",", ", "),
        params.replace('"beacon":null', '"beacon":null,"beacon":null'),
        json.dumps(dict(reversed(json.loads(params).items())), separators=(",", ":")),
        params.replace('"bots":[]', '"bots":[1.0]'),
        params.replace('"bots":[]', f'"bots":[{2**53}]'),
        params.replace('"bots":[]', '"bots":[-0]'),
        params.replace('"bots"', r'"bot\u0073"'),
        params.replace('"build":"', r'"build":"\u00E9'),
        params.replace('"build":"', '"9":0,"10":0,"build":"'),
        params.replace('"build":"', r'"b\ud83c\udca1":0,"b\uffff":0,"build":"'),
        params + " ",
    ]
    for found in agreed([with_params(transcript, other) for other in others]):
        assert (
            found["faults"][0]
            == "The params are not written in the one way: sorted names, none twice, no spaces."
        )
    for more in (
        {"\uffff": 1, "\U0001f0a1": 2, "10": 3, "9": 4, "\ud800": 5, "\ue000": 6},
        {'é\x7f\n"/': [1, {}, []]},
    ):
        file = with_params(transcript, canonical_json(json.loads(params) | more))
        assert not any("in the one way" in fault for fault in verdict_of(file)["faults"])
