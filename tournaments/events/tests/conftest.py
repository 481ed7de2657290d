"""What tests of events share."""

import pytest

from tournaments.events.manage import entering


@pytest.fixture
def newcomers_may_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare a test ten finished games for each of its players."""
    monkeypatch.setattr(entering, "GAMES_BEFORE", 0)
