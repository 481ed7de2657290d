"""An app that is only a page of another origin: a player logs in, allows it, and it calls the API."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from cribbage_site.tests.browser.visitors import DESKTOP, visitor_page
from cribbage_site.tests.server_process import Server
from rng import entropy
from tests.worlds.scripted_player import PASSWORD, Visitor

pytestmark = pytest.mark.slow

APP = """<!doctype html><meta charset="utf-8"><title>Board</title>
<button disabled>Play at SITE</button><pre id="result" hidden></pre>
<script type="module">
const [site, client_id, redirect_uri] = ["SITE", "CLIENT", `${location.origin}/done`];
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const server = await (await fetch(`${site}/.well-known/oauth-authorization-server`)).json();

async function post(endpoint, fields) {
  const answer = await fetch(server[endpoint], {
    method: "POST", body: new URLSearchParams({ client_id, ...fields }),
  });
  const text = await answer.text();
  return text && JSON.parse(text);
}

async function call(token, path, options = {}) {
  const headers = { Authorization: `Bearer ${token}`, ...options.headers };
  return fetch(`${site}/api/v1${path}`, { ...options, headers });
}

document.querySelector("button").addEventListener("click", async () => {
  const code_verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem("verifier", code_verifier);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code_verifier));
  location.assign(`${server.authorization_endpoint}?${new URLSearchParams({
    response_type: "code", client_id, redirect_uri, scope: "play",
    code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: "S256",
  })}`);
});

document.querySelector("button").disabled = false;

const code = new URLSearchParams(location.search).get("code");
if (code !== null) {
  const first = await post("token_endpoint", {
    grant_type: "authorization_code", code, redirect_uri,
    code_verifier: sessionStorage.getItem("verifier"),
  });
  const me = await (await call(first.access_token, "/me")).json();
  const made = await call(first.access_token, "/challenges", {
    method: "POST", body: JSON.stringify({ against: "novice" }),
    headers: { "Content-Type": "application/json", "Idempotency-Key": "one" },
  });
  const { game } = await made.json();
  const stream = await call(first.access_token, `/play/${game}`);
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let lines = "";
  while (!lines.includes("}\\n")) lines += (await reader.read()).value;
  await reader.cancel();
  const second = await post("token_endpoint", {
    grant_type: "refresh_token", refresh_token: first.refresh_token,
  });
  await post("revocation_endpoint", { token: second.refresh_token });
  const afterwards = (await call(second.access_token, "/me")).status;
  document.querySelector("#result").textContent = JSON.stringify({
    name: me.name, made: made.status, left: made.headers.get("RateLimit-Remaining"), lines, afterwards,
  });
}
</script>"""


@contextmanager
def app_at_another_origin() -> Iterator[tuple[str, dict[str, str]]]:
    """Serve the app's page, once it is filled in, and yield its origin."""
    pages = {"app": ""}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(pages["app"].encode())

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        Thread(target=listener.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listener.server_port}", pages
        listener.shutdown()


def test_player_logs_in_on_the_way_and_the_page_acts_for_them(server: Server, chromium: Browser) -> None:
    author, person = Visitor(server.url), Visitor(server.url)
    author.sign_up(f"Author-{entropy.name_suffix()}")
    name = f"Player-{entropy.name_suffix()}"
    person.sign_up(name)
    registered = author.submit("/settings/apps", name="Board", redirects="http://127.0.0.1/done")[1]
    client_id = re.findall(r"app_\w{12}", registered)[0]
    # The call after the end of its token is refused, which a browser writes to its console.
    with app_at_another_origin() as (origin, pages), visitor_page(chromium, silent=False, **DESKTOP) as page:
        pages["app"] = APP.replace("SITE", server.url).replace("CLIENT", client_id)
        page.goto(origin)
        page.get_by_role("button").click()
        page.get_by_label("Name or email address").fill(name)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("main").get_by_role("button", name="Log in").click()
        page.get_by_role("button", name="Allow", exact=True).click()  # no second question for the password
        expect(page.locator("#result")).not_to_be_empty()
        result = json.loads(page.locator("#result").text_content() or "")
    assert (result["name"], result["made"], result["afterwards"]) == (name, 200, 401)
    assert int(result["left"]) > 0
    assert json.loads(result["lines"].strip().splitlines()[0])["t"]
