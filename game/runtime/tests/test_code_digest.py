"""The digest of the bots' code identifies a version of the bots in the params of every game."""

from game.runtime.code_digest import code_digest

# A new version of a bot changes it on purpose. Games of older versions then need the older code for a replay.
BOTS = "4c5eb7d7c7513b24"


def test_no_other_change_alters_the_code_that_games_name():
    assert code_digest("game.bots") == BOTS
