"""At a table, no frame holds a card that its reader may not know."""

from random import Random

import pytest

from game.table.record.ledger import Ledger
from game.table.tables import tables
from tests.proof.test_hidden_cards import InThisProcess, nothing_is_given_away


@pytest.mark.django_db(transaction=True)
def test_at_a_table_no_frame_holds_a_card_that_its_reader_may_not_know(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, randomness: Random
) -> None:
    monkeypatch.setattr(tables, "ledger", ledger)
    nothing_is_given_away(InThisProcess(), randomness, 250)
