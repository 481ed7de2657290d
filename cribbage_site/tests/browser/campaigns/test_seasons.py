"""A club's evenings, a duel between two clubs, and a season to its trophy, in two browsers."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from cribbage_site.tests.browser.players import LIGHT, OpenPage, page_opener, sign_up
from cribbage_site.tests.browser.test_following import photograph
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow


TWO_CLUBS = """
from tests.worlds.event_clubs import create_club
from game.models import Player
people = {name: Player.objects.get(username=name) for name in ("%(own)s", "%(other)s")}
extra = [Player.objects.create(username=f"%(letter)sextra{n}") for n in range(4)]
create_club("%(owls)s", *extra[:2], owner=people["%(own)s"])
create_club("%(birds)s", *extra[2:], owner=people["%(other)s"])
"""


DUEL = """
import time
from common import clock
from people.clubs.models import Club, Membership
from tournaments.events.manage import entering
from tournaments.events.models import Event
from tournaments.events.run.results import enter
from tournaments.formats.scoring import played
from tests.worlds.stepped_evenings import enter_all, live
entering.GAMES_BEFORE = 0
event = Event.objects.get(kind="duel", club__name="%(owls)s")
members = Membership.objects.filter(club__in=(event.club, event.rival), role="member").order_by("pk")
enter_all(event, [one.player for one in members])
Event.objects.filter(pk=event.pk).update(starts_at=clock.now(), due_at=clock.now())
while len(live(event)) < 2:
    time.sleep(0.2)
for pairing, loser in zip(live(event), (88, 104)):
    enter(pairing, played((121, loser) if pairing.first.club == event.club else (loser, 121)))
print(event.pk)
"""


SEASON = """
from datetime import timedelta
from common import clock
from people.clubs.models import Club
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event
from tournaments.events.models import Entry, Event
from game.models import Player
from tournaments.seasons.models import Season
from tournaments.seasons.deciding import keep_up
club = Club.objects.get(name="%(owls)s")
others = Player.objects.filter(username__startswith="%(letter)sextra").order_by("pk")
people = [Player.objects.get(username="%(own)s"), *others]
today = clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
starts_at, lasts = today - timedelta(weeks=13, days=1), timedelta(weeks=13)  # a final opens an hour later
season = Season.objects.create(club=club, number=1, starts_at=starts_at, ends_at=starts_at + lasts)
for week in range(4):
    at = starts_at + timedelta(weeks=week, hours=20)
    night = build_event(EventSettings("night", "Owls at dusk", at))
    night.club, night.state, night.due_at, night.ended_at = club, "over", None, at + timedelta(hours=2)
    night.root = "5a" * 32
    night.save(force_insert=True)
    for place, player in enumerate(people[: 3 + (week < 3)], 1):
        score = {"points": 21 - place, "wins": 9 - place, "spread": 90 - 30 * place, "played": 9}
        Entry.objects.create(
            event=night, player=player, joined_at=at, place=place, has_changed=False, **score
        )
keep_up()
season.refresh_from_db()
"""


CROWN = """
from tournaments.events.models import Entry, Event
from tournaments.seasons.models import Season
from tournaments.seasons.deciding import keep_up
season = Season.objects.get(club__name="%(owls)s")
Entry.objects.filter(event=season.final, seed=1).update(place=1)
Event.objects.filter(pk=season.final_id).update(state="over", due_at=None)
keep_up()
"""


@pytest.fixture
def open_page(server: Server, chromium: Browser) -> Iterator[OpenPage]:
    with page_opener(chromium, server) as opener:
        yield opener


def send(page: Page, button: str) -> None:
    page.locator("main").get_by_role("button", name=button, exact=True).click()


@pytest.mark.parametrize(("letter", "device"), [("D", DESKTOP), ("P", PHONE)])
def test_two_clubs_play_a_duel_and_one_of_them_a_season(
    server: Server, open_page: OpenPage, letter: str, device: dict[str, object]
) -> None:
    names = {"own": f"Olga-{letter}", "other": f"Birk-{letter}", "letter": letter}
    names |= {"owls": f"Night Owls {letter}", "birds": f"Early Birds {letter}"}
    owner, other = open_page(device=device, silent=False, at=LIGHT), open_page(device=device, at=LIGHT)
    sign_up(owner, names["own"])
    sign_up(other, names["other"])
    server.manage("shell", "-c", TWO_CLUBS % names)
    home = f"{server.url}/club/night-owls-{letter.lower()}"

    # An evening for members only.
    owner.goto(home)
    owner.get_by_role("link", name="New event").click()
    expect(owner.locator(".lede")).to_contain_text(f"For the members of {names['owls']}")
    owner.get_by_label("Name", exact=True).fill("Owls at dusk")
    send(owner, "Announce the event")
    expect(owner.get_by_role("heading", level=1)).to_have_text("Owls at dusk")
    expect(owner.locator(".traits")).to_contain_text(f"for members of {names['owls']}")
    address = owner.url
    photograph(owner, "club-event")
    other.goto(address)
    expect(other.locator(".traits")).to_contain_text(f"for members of {names['owls']}")

    # A duel: invited, accepted, played.
    owner.goto(home)
    owner.get_by_role("link", name="Invite a club to a duel").click()
    owner.get_by_label("The other club").fill(names["owls"])
    send(owner, "Invite them")
    expect(owner.get_by_role("alert")).to_have_text("A club can’t play a duel against itself.")
    owner.get_by_label("The other club").fill(names["birds"])
    photograph(owner, "duel-invite")
    send(owner, "Invite them")
    expect(owner.locator("#duels-head + .rows")).to_contain_text("waiting for their answer")
    photograph(owner, "club-evenings")
    other.goto(f"{server.url}/club/early-birds-{letter.lower()}")
    photograph(other, "duel-asked")
    send(other, "Accept")
    expect(other.locator(".messages")).to_contain_text("All members of both clubs are invited.")
    duel = server.manage("shell", "--no-imports", "-c", DUEL % names).strip().splitlines()[-1]
    other.goto(f"{server.url}/events/{duel}")
    sides = other.locator("#sides tr")
    expect(sides.first).to_contain_text(names["owls"])
    expect(sides.first.locator(".points")).to_have_text("5")
    expect(sides.last.locator(".points")).to_have_text("0")
    photograph(other, "duel")

    # A season: its standings, its final, its champion.
    server.manage("shell", "--no-imports", "-c", SEASON % names)
    owner.goto(f"{home}/season/1")
    expect(owner.locator(".order tbody tr").first).to_contain_text(names["own"])
    expect(owner.locator(".order tbody tr").first.locator(".points")).to_have_text("348")
    photograph(owner, "season")
    owner.get_by_role("link", name="The final").click()
    expect(owner.get_by_role("heading", level=1)).to_have_text("Final of season 1")
    server.manage("shell", "--no-imports", "-c", CROWN % names)
    owner.goto(f"{home}/season/1")
    expect(owner.locator(".announced")).to_contain_text(f"Champion: {names['own']}")
    owner.goto(home)
    photograph(owner, "club-season")
    send(owner, "Begin a season")
    expect(owner.locator(".messages")).to_contain_text("Season 2 begins on")
    owner.goto(f"{server.url}/@{names['own']}")
    expect(owner.locator(".trophies")).to_contain_text(f"Season 1 of {names['owls']}")
    photograph(owner, "trophies")
    owner.goto(f"{server.url}/seasons")
    photograph(owner, "seasons")
