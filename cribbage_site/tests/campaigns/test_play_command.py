"""A site keeps its players and games when its shared secret is replaced."""

import asyncio

from django.conf import settings

from cribbage_site.tests.server_process import HomeServer
from cribbage_site.tests.test_play_command import play_on
from tests.worlds.scripted_player import Visitor


def test_replacing_the_shared_secret_loses_no_player_and_no_game():
    """A guest only exists as a session, and cannot come back without it."""
    with HomeServer({"BOT_PROCESSES": "1", "SECRET_KEY": settings.DEFAULT_SECRET_KEY}) as site:
        guest, member = Visitor(site.url), Visitor(site.url)
        game, other = guest.new_game("novice"), member.new_game("novice")
        member.sign_up("Ann")
        assert asyncio.run(play_on(guest, game, 12)) == 0
        site.stop()
        site.manage("migrate", "game", "0021")
        del site.environment["SECRET_KEY"]
        site.start()
        assert asyncio.run(play_on(guest, game, 12)) == 0
        assert asyncio.run(play_on(member, other, 4)) == 0
