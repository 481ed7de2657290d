"""The bots of a downloaded game make the same moves again, from any kind of decks."""

import json

import pytest
from django.test import Client

from game.decisions.bundle import bots_bundle
from game.decisions.transcript import read_game, rethink


@pytest.mark.slow
def test_every_bot_repeats_its_moves(files: dict[str, bytes]) -> None:
    documents = {name: json.loads(file) for name, file in files.items()}
    reports = {
        name: rethink(read_game(document))
        for name, document in documents.items()
        if document["bot_stream"] and document["result"]
    }
    assert reports.keys() >= {"against a bot", "from shared decks with a bot", "the cards of another game"}
    assert {name: (report.differ, report.not_asked) for name, report in reports.items()} == dict.fromkeys(
        reports, (0, 0)
    )
    assert min(report.same for report in reports.values()) > 5


@pytest.mark.django_db
def test_program_is_served(client: Client) -> None:
    served = client.get("/fairness/bots.zip")
    assert served["Content-Disposition"].startswith('attachment; filename="bots-')
    assert served.content == bots_bundle()
