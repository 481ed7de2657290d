"""A duel of two teams on a phone: a player joins by link, is sent to a table, and sees each board close."""

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.players import come_as, page_opener
from cribbage_site.tests.browser.test_duplicate_night import photograph, shell
from cribbage_site.tests.browser.test_events import NEXT_TABLE, make_host, set_to_now
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE
from cribbage_site.tests.browser.walk import walking
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import Visitor

pytestmark = pytest.mark.slow


ANNOUNCE = """
from bench.events.crowd import _give_history
from tournaments.events.manage import entering
from tests.worlds.stepped_evenings import players
from tournaments.events.tests.team_duels import announce_duel, enter_teams
from game.models import Player
ann, host = Player.objects.get(username="Ann"), Player.objects.get(username="Hostess")
_give_history([ann, host])
event = announce_duel(minutes_ahead=60, by=host)
entering.GAMES_BEFORE = 0
enter_teams(event, (players(1, "Harriet-Longname"), players(3, "Oswald-Longname")))
print(event.pk)
"""


END_TABLES = """
from tournaments.events.models import Event
from tests.worlds.stepped_evenings import live, win
from tournaments.events.tests.team_duels import hares_seat
event = Event.objects.get(pk="{event}")
for pairing, loser_has in zip(live(event)[:{most}], (58, 101)):
    seat = hares_seat(pairing)
    win(pairing.game, seat if loser_has == 58 else seat.other, loser_has)
print("ended")
"""


def test_a_duel_of_two_teams_on_a_phone(own_server: Server, chromium: Browser) -> None:
    ann, host = Visitor(own_server.url), Visitor(own_server.url)
    ann.sign_up("Ann")
    host.sign_up("Hostess")
    event = shell(own_server, ANNOUNCE)
    make_host(own_server, "Hostess")
    address = f"{own_server.url}/events/{event}"
    with page_opener(chromium, own_server) as open_page:
        page, desk = open_page(device=PHONE), open_page(device=DESKTOP)
        come_as(ann, page)
        come_as(host, desk)
        page.goto(address)
        expect(page.locator("#why-not")).to_contain_text("This duel is for two teams.")
        desk.goto(address)
        link = desk.get_by_label("Hares").input_value()
        photograph(desk, "duel-announced")
        page.goto(link)
        photograph(page, "duel-invited")
        page.get_by_role("button", name="Join Hares").tap()
        page.wait_for_url(f"**/events/{event}")
        expect(page.locator("#own-part")).to_contain_text("Your part of the shuffle is locked in.")
        expect(page.locator("tr.mine [data-part=side]")).to_have_text("Hares")
        photograph(page, "duel-entered")
        set_to_now(own_server, event, "starts_at")
        page.wait_for_url("**/table/*", timeout=NEXT_TABLE)
        expect(desk.locator("#tables li")).to_have_count(2)
        expect(desk.locator("#tables a")).to_have_count(0)
        assert "false" not in desk.locator("#tables").inner_text()
        # One table is done. Its result stays hidden until the other one is done too.
        shell(own_server, END_TABLES, event=event, most="1")
        expect(desk.locator("#tables li")).to_have_count(1, timeout=NEXT_TABLE)
        expect(desk.locator("#boards-panel")).to_be_hidden()
        assert desk.locator("#sides .points").all_text_contents() == ["0", "0"]
        photograph(desk, "duel-board")
        shell(own_server, END_TABLES, event=event, most="1")
        expect(desk.locator("#boards-panel summary")).to_contain_text(["Hares"], timeout=NEXT_TABLE)
        expect(desk.locator("#sides .points").first).to_have_text("2")
        page.goto(address)
        expect(page.locator("#boards-panel summary")).to_contain_text(["Hares +126"])
        photograph(page, "duel-closed")
        photograph(desk, "duel-closed")
        page.goto(f"{address}/boards")
        photograph(page, "duel-boards")
    with walking(chromium, own_server) as walk:
        for path in (f"/events/{event}", f"/events/{event}/boards", "/events/rules"):
            walk.go(path)
            walk.look()
        come_as(host, walk.page)
        walk.go(f"/events/{event}")
        walk.look("a duel, as its director sees it")
        walk.go("/events/new")
        walk.page.get_by_label("Duel of teams").check()
        expect(walk.page.get_by_role("checkbox", name="Rated games")).to_be_hidden()
        walk.look("the form for a duel")
