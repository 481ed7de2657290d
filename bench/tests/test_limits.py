"""The limits of the bench are for existing bots."""

from bench.brains import CARD, LIMITS, THROW
from game.table.bot_accounts import HOUSE_BOTS


def test_every_limit_is_for_a_house_bot():
    """A limit under any other name would never be compared with a figure."""
    assert {what for _, what in LIMITS} == {THROW, CARD}
    without_limits = {"beginner", "novice", "club", "halscrib_adaptive"}
    assert {brain for brain, _ in LIMITS} == HOUSE_BOTS.keys() - without_limits
