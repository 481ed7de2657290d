"""A fixture for tests of events: players may enter without any finished game."""

import pytest

from tournaments.events.manage import entering


@pytest.fixture
def newcomers_may_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let players enter without ten finished games."""
    monkeypatch.setattr(entering, "GAMES_BEFORE", 0)
