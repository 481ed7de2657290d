"""Fixtures for tests of rules that don't depend on how new a player is."""

import pytest

from ranking import terms


@pytest.fixture
def nobody_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make no player a newcomer from the first game on. The tests' players joined a month before."""
    monkeypatch.setattr(terms, "NEWCOMER_GAMES", 0)
