"""The transcripts of games of every ending, made once."""

from typing import Any

import pytest
from django.db import transaction

from game.tests.evidence.games import ENDINGS, transcript_file


@pytest.fixture(scope="session")
def files(django_db_setup: None, django_db_blocker: Any) -> dict[str, bytes]:
    """By how the game ended."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = {name: transcript_file(play()) for name, play in ENDINGS.items()}
        transaction.set_rollback(True)
    return made
