"""Players for tests of rules that have nothing to do with how new somebody is."""

import pytest

from ranking import terms


@pytest.fixture
def nobody_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first game on a player is no newcomer; those of the tests joined a month before."""
    monkeypatch.setattr(terms, "NEWCOMER_GAMES", 0)
