"""A site that is filled and emptied while it serves logs no traceback."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor


def test_filling_and_emptying_a_serving_site_logs_no_traceback():
    with Server({"REVIEW_GAMES": "1"}) as site, ThreadPoolExecutor(1) as guests:
        is_over = Event()

        def open_games() -> int:
            opened = 0
            while not is_over.wait(0.2):
                Visitor(site.url).new_game()
                opened += 1
            return opened

        opening = guests.submit(open_games)
        try:
            said = site.manage("demo", "--players", "8", "--games", "40", "--evenings", "2")
            said += site.manage("demo", "--remove")
        finally:
            is_over.set()
        assert opening.result(timeout=60) > 0
        assert "games removed" in said
        assert "Traceback" not in said + site.log.read_text()
