"""The site as an app: it can be installed, and shows its own page while offline."""

import json
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.players import create_link_game, page_opener
from cribbage_site.tests.browser.visitors import DESKTOP
from cribbage_site.tests.server_process import Server

pytestmark = pytest.mark.slow

AWAKE = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
KEPT = """async () => {
    const all = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(all)).flat().map(({ url }) => new URL(url).pathname);
}"""


def test_the_offline_page_appears_and_disappears_with_the_connection(
    server: Server, chromium: Browser
) -> None:
    with page_opener(chromium, server) as open_page:
        # The console reports a lost connection.
        page = open_page(silent=False, device=DESKTOP | {"service_workers": "allow"})
        table = create_link_game(page)
        page.wait_for_function(AWAKE)
        page.reload()
        page.wait_for_selector("#waiting-invite")

        page.context.set_offline(True)
        page.reload()
        expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
        assert page.locator("#table").count() == 0  # no table comes from the browser's cache
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
        kept = page.evaluate(KEPT)
        assert "/offline" in kept
        assert [path for path in kept if not path.startswith(("/offline", "/static/"))] == []

        page.context.set_offline(False)
        page.wait_for_selector("#waiting-invite")
        assert page.evaluate("location.pathname + location.search") == table


def test_a_device_finds_everything_to_install_the_site(server: Server) -> None:
    with urlopen(f"{server.url}/manifest.webmanifest") as answer:
        assert answer.headers["Content-Type"] == "application/manifest+json"
        about = json.load(answer)
    assert about["display"] == "standalone"
    assert {(icon["sizes"], icon.get("purpose")) for icon in about["icons"]} >= {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in about["icons"]:
        with urlopen(f"{server.url}{icon['src']}") as answer:
            assert answer.headers["Content-Type"] == icon["type"]
            body = answer.read()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(body[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]
    for shortcut in about["shortcuts"]:
        urlopen(f"{server.url}{shortcut['url']}").close()
