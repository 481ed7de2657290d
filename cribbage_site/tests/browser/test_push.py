"""Push notifications: offered at the right moment, and shown while no page of the site is open."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, Worker, expect

from cribbage_site.tests.browser.moves import wait_until
from cribbage_site.tests.browser.players import POST, enter
from cribbage_site.tests.browser.test_lobby import assert_seated, choose
from cribbage_site.tests.browser.test_notices import challenge_by_name, sit_at_bots_table
from cribbage_site.tests.browser.test_pwa import AWAKE
from cribbage_site.tests.browser.visitors import DESKTOP, PHONE, assert_fits, visitor_page, without_pauses
from cribbage_site.tests.server_process import Server
from people.notices.push.vapid import make_key_pair
from tests.worlds import push_server
from tests.worlds.push_server import FakeBrowser, PushService

pytestmark = pytest.mark.slow

KEYS = make_key_pair()

# A browser without its vendor's push service. It has the subscription that a test gives it.
PUSH_MANAGER = """
(() => {
  const told = SUBSCRIPTION;
  const subscription = { ...told, toJSON: () => told, unsubscribe: async () => kept.delete() };
  const kept = {
    get: () => (localStorage.getItem("subscribed") ? subscription : null),
    put: (how) => localStorage.setItem("subscribed", how.applicationServerKey),
    delete: () => localStorage.removeItem("subscribed"),
  };
  const pushManager = {
    getSubscription: async () => kept.get(),
    subscribe: async (how) => { kept.put(how); return subscription; },
  };
  const worker = { register: async () => {}, ready: Promise.resolve({ pushManager }) };
  Object.defineProperty(navigator, "serviceWorker", { value: worker });
  window.PushManager ??= class {};
  window.Notification = class {
    static get permission() { return localStorage.getItem("permission") ?? "default"; }
    static async requestPermission() {
      localStorage.setItem("permission", ANSWER);
      return ANSWER;
    }
  };
})();
"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_server.push_service() as service:
        yield service


@pytest.fixture(scope="module")
def house() -> Iterator[Server]:
    with Server({"VAPID_PRIVATE_KEY": KEYS.private, "PUSH_ALLOWED_HOSTS": "127.0.0.1"}) as server:
        yield server


@contextmanager
def page_with(
    chromium: Browser, house: Server, browser: FakeBrowser, answer: str = "granted"
) -> Iterator[Page]:
    """Open the lobby on a phone that supports push."""
    script = PUSH_MANAGER.replace("SUBSCRIPTION", json.dumps(browser.subscription))
    with visitor_page(chromium, **PHONE) as page:
        page.add_init_script(script.replace("ANSWER", json.dumps(answer)))
        without_pauses(page)
        enter(page, house)
        yield page


@contextmanager
def pages_with(chromium: Browser, house: Server, browser: FakeBrowser) -> Iterator[tuple[Page, Page]]:
    """Open the lobby on a phone that supports push, and for an opponent."""
    with page_with(chromium, house, browser) as ours, visitor_page(chromium, **DESKTOP) as theirs:
        without_pauses(theirs)
        enter(theirs, house)
        yield ours, theirs


def move_in_a_slow_game(ours: Page, theirs: Page, house: Server) -> str:
    """Seat both at a game with a day per move, and discard as `ours`. Return the guest's name."""
    ours_is = sit_at_bots_table(ours)
    enter(ours, house)
    choose(theirs, clock="relaxed")
    challenge_by_name(theirs, ours_is)
    ours.locator("#tray").get_by_role("button", name="Accept").click()
    assert_seated(ours, theirs)
    for card in range(2):
        ours.locator(".own").nth(card).click()
    ours.get_by_role("button", name="Discard").click()
    return ours_is


def test_push_is_offered_after_a_move_with_a_day_and_then_arrives(
    house: Server, chromium: Browser, service: PushService
) -> None:
    browser = service.new_browser("yes")
    with pages_with(chromium, house, browser) as (ours, theirs):
        ours_is = move_in_a_slow_game(ours, theirs, house)
        row = ours.locator(".push-prompt")
        expect(row).to_contain_text("on this device when it’s your turn?")
        assert ours.evaluate("Notification.permission") == "default"  # no permission prompt was shown
        assert_fits(ours)
        row.get_by_role("button", name="Yes").click()
        expect(ours.locator("#tray")).to_contain_text("You can change this in your settings.")
        assert ours.evaluate("localStorage.getItem('subscribed')") == KEYS.public
        ours.goto("about:blank")
        theirs.evaluate(POST, ["/api/games", {"against": ours_is}])
        expect_pushed(theirs, browser, "challenges you")
        ours.goto(f"{house.url}/offline")  # a visitor's data is deleted at the page where they are


def expect_pushed(page: Page, browser: FakeBrowser, says: str) -> None:
    """Wait until a push arrives. Waiting on a page lets Playwright process events meanwhile."""
    wait_until(page, lambda: any(says in message.told["body"] for message in browser.messages))


def test_a_player_who_says_not_now_is_not_asked_again(
    house: Server, chromium: Browser, service: PushService
) -> None:
    with pages_with(chromium, house, service.new_browser("later")) as (ours, theirs):
        move_in_a_slow_game(ours, theirs, house)
        button = ours.locator(".push-prompt").get_by_role("button", name="Not now")
        expect(button).to_be_visible()
        held: list[Route] = []
        ours.route("**/api/me/push/check", lambda route: held.append(route))
        with ours.expect_request("**/api/me/push/check"):  # the check after a second move, answered late
            ours.evaluate("document.dispatchEvent(new Event('waits-from-now-on'))")
        button.click()
        with ours.expect_response("**/api/me/push/check"):
            held[0].continue_()
        # The page handles the answer to the check before that to a later request.
        ours.evaluate("async () => { await (await fetch('/offline')).text(); }")
        expect(ours.locator(".push-prompt")).to_have_count(0)
        ours.evaluate("document.dispatchEvent(new Event('waits-from-now-on'))")
        ours.goto(f"{house.url}/settings/notices")
        expect(ours.locator("#device [data-part=says]")).to_have_text("Off.")
        expect(ours.locator(".push-prompt")).to_have_count(0)


def test_push_is_turned_on_and_off_in_the_settings(
    house: Server, chromium: Browser, service: PushService
) -> None:
    with page_with(chromium, house, service.new_browser("settings")) as ours:
        sit_at_bots_table(ours)
        ours.goto(f"{house.url}/settings/notices")
        expect(ours.get_by_role("checkbox", name="Challenges and rematches Device")).to_be_checked()
        device = ours.locator("#device")
        device.get_by_role("button", name="Turn on notifications here").click()
        expect(device).to_contain_text("even when no page is open")
        assert_fits(ours)
        ours.reload()
        expect(device).to_contain_text("even when no page is open")
        device.get_by_role("button", name="Turn off notifications here").click()
        expect(device.locator("[data-part=says]")).to_have_text("Off.")
        assert ours.evaluate("localStorage.getItem('subscribed')") is None


def test_a_denied_permission_is_explained(house: Server, chromium: Browser, service: PushService) -> None:
    with page_with(chromium, house, service.new_browser("no"), "denied") as ours:
        sit_at_bots_table(ours)
        ours.goto(f"{house.url}/settings/notices")
        ours.get_by_role("button", name="Turn on notifications here").click()
        expect(ours.locator("#device")).to_contain_text("This browser blocks notifications from this site.")
        expect(ours.get_by_role("button", name="Turn on notifications here")).to_be_hidden()


def deliver(context: BrowserContext, page: Page, origin: str, told: dict[str, str]) -> None:
    """Wake the service worker with a message, as the browser's own push service would."""
    wire = context.new_cdp_session(page)
    found: list[str] = []
    wire.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            each["registrationId"] for each in event["registrations"] if each["scopeURL"].startswith(origin)
        ),
    )
    wire.send("ServiceWorker.enable")
    wait_until(page, lambda: bool(found))
    message = {"origin": origin, "registrationId": found[0], "data": json.dumps(told)}
    wire.send("ServiceWorker.deliverPushMessage", message)


def wait_for_worker(page: Page, origin: str) -> Worker:
    """Return the service worker of an origin. One of an earlier visitor may still be there."""

    def workers() -> list[Worker]:
        return [each for each in page.context.service_workers if each.url.startswith(origin)]

    wait_until(page, lambda: bool(workers()))  # Playwright learns of it a little later
    return workers()[-1]


# Records what the worker would have shown and opened. A headless browser shows nothing.
RECORD = """() => {
    self.opened = [];
    self.shown = new Promise((done) => {
        registration.showNotification = async (title, how) => { done({ title, ...how }); };
    });
    clients.openWindow = async (address) => { opened.push(address); };
}"""
CLICK = """async (data) => {
    const click = Object.assign(new Event("notificationclick"), { notification: { close() {}, data } });
    await new Promise((done) => {
        click.waitUntil = (work) => work.finally(done);
        dispatchEvent(click);
    });
    return opened;
}"""


def test_the_worker_shows_the_notification_and_opens_its_page(house: Server, chromium: Browser) -> None:
    with visitor_page(chromium, **(DESKTOP | {"service_workers": "allow"})) as page:
        page.goto(house.url)
        page.evaluate("async () => { await navigator.serviceWorker.register('/sw.js'); }")
        page.wait_for_function(AWAKE)
        worker = wait_for_worker(page, house.url)
        worker.evaluate(RECORD)
        told = {"title": "Every Other", "body": "Your move against Bob", "path": "/rules", "tag": "game"}
        deliver(page.context, page, house.url, told)
        notification = worker.evaluate("() => shown")
        assert notification.pop("icon").endswith(".png")
        assert notification == {
            "title": "Every Other",
            "body": "Your move against Bob",
            "tag": "game",
            "data": {"path": "/rules"},
        }
        assert worker.evaluate(CLICK, {"path": "/rules"}) == [f"{house.url}/rules"]
