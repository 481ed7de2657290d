"""nginx with the configuration of deploy/, in front of processes that echo their requests."""

import json
import re
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.http.request import validate_host

from cribbage_site.environment import split_commas
from cribbage_site.tests.addresses import paths_with_key
from cribbage_site.tests.nginx import DEPLOY, Nginx, running_nginx

FORGED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "1",
    "X-Real-IP": "203.0.113.9",
    "X-Request-ID": "forged",
    "Forwarded": "for=203.0.113.9",
    "Proxy": "http://evil.example",
}
HASHED = "js/game/table/table.0123456789ab.js"


class EchoHandler(BaseHTTPRequestHandler):
    """Names its process, and echoes the request."""

    def do_GET(self) -> None:
        port = self.server.server_address[1]
        echo = {"at": port, "path": self.path, "headers": [[k.lower(), v] for k, v in self.headers.items()]}
        body = json.dumps(echo).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        if self.path == "/guarded":
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("Strict-Transport-Security", "max-age=9")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, *_: Any) -> None: ...


@contextmanager
def parrot() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), EchoHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def site() -> Iterator[Nginx]:
    with ExitStack() as stack:
        site = stack.enter_context(running_nginx([stack.enter_context(parrot()) for _ in range(2)]))
        for name in ("js/game/table/table.js", HASHED):
            (site.static / name).parent.mkdir(parents=True, exist_ok=True)
            (site.static / name).write_text("export const fifteen = 2;\n" * 100)
        yield site


def curl(site: Nginx, path: str, *options: str, body: bytes = b"") -> tuple[int, dict[str, str], str]:
    """Return what curl receives: status, headers, body."""
    url = path if "://" in path else site.url + path
    command = ["curl", "--silent", "--http2", "--include", "--cacert", str(site.chain), *options, url]
    if body:
        command += ["--data-binary", "@-", "-HExpect:"]
    answer = subprocess.run(command, input=body, capture_output=True, timeout=30).stdout.decode("latin-1")
    head, _, said = answer.partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    return int(first.split()[1]), headers | {"protocol": first.split()[0]}, said


def forwarded(site: Nginx, path: str, *options: str) -> Any:
    """Return what the process behind nginx received."""
    status, _, body = curl(site, path, *options)
    assert status == 200, body
    return json.loads(body)


def raw(port: int, request: bytes, *, tls: Nginx | None = None) -> bytes:
    """Return the raw response to these bytes."""
    line: socket.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
    if tls is not None:
        browser = ssl.create_default_context(cafile=str(tls.chain))
        line = browser.wrap_socket(line, server_hostname="localhost")
    with line, suppress(ConnectionResetError):
        line.sendall(request)
        return b"".join(iter(lambda: line.recv(65536), b""))
    return b""


def test_a_foreign_host_name_is_not_answered(site: Nginx) -> None:
    for host in (b"Host: evil.example\r\n", b"Host: localhost.evil.example\r\n", b""):
        for path in (b"/", b"/static/js/game/table/table.js", b"/.well-known/acme-challenge/x"):
            request = b"GET %s HTTP/1.0\r\n%s\r\n" % (path, host)
            assert raw(site.http, request) == b"", request
            assert raw(site.https, request, tls=site) == b"", request
    for host in (b"localhost", b"127.0.0.1", b"cards.example", b"CARDS.example:80"):
        answer = raw(site.http, b"GET /ladder HTTP/1.0\r\nHost: %s\r\n\r\n" % host)
        assert b"Location: https://%s/ladder\r\n" % host.lower().split(b":")[0] in answer


@pytest.mark.slow
def test_the_host_names_are_those_that_django_allows(tmp_path: Path) -> None:
    for names, ours, others in (
        ("cards.example", ["cards.example", "cards.example."], ["www.cards.example", "evil.example"]),
        (".cards.example", ["cards.example", "www.cards.example"], ["evilcards.example"]),
        ("203.0.113.9, [2001:db8::9]", ["203.0.113.9", "[2001:db8::9]"], ["203.0.113.8", "[2001:db8::8]"]),
        ("*", ["any.example", "203.0.113.9"], []),
    ):
        with running_nginx(["127.0.0.1:9"], names=names) as site:
            for host in (*ours, *others):
                answer = raw(site.http, f"GET / HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
                assert bool(answer) == (host in ours), (names, host)
                assert validate_host(host.removesuffix("."), split_commas(names)) == (host in ours)


def test_dumps_are_served_from_their_folder(site: Nginx) -> None:
    names = ["every-other-2026-10.parquet", ".every-other-2026-10.parquet.new", "every-other-2026-10.sha256"]
    for name in names:
        (site.dumps / name).write_text("x")
    status, headers, body = curl(site, f"/data/{names[0]}")
    assert (status, headers["content-type"], body) == (200, "application/octet-stream", "x")
    assert (headers["cache-control"], headers["access-control-allow-origin"]) == ("public, max-age=3600", "*")
    assert curl(site, f"/data/{names[2]}")[1]["content-type"] == "text/plain; charset=utf-8"
    assert curl(site, "/data/every-other-2026-09.parquet")[0] == 404
    assert curl(site, f"/data/{names[0]}", body=b"another")[0] == 403
    for path in ("/data", "/data/feed.xml", f"/data/{names[1]}"):
        assert json.loads(curl(site, path)[2])["path"] == path, "what else there is the site answers"


@pytest.mark.parametrize("name", ["cards.example;", "a b", "{", "~^", "$host"])
def test_an_invalid_name_is_never_written_into_the_configuration(tmp_path: Path, name: str) -> None:
    command = [sys.executable, str(DEPLOY / "certificate.py"), str(tmp_path), name]
    assert subprocess.run(command, capture_output=True).returncode == 1
    assert list(tmp_path.iterdir()) == []


OWN_ANSWERS = {
    "/static/js/game/table/table.js": 200,
    "/static/js": 301,
    "/static/": 403,
    "/static/nothing": 404,
    "/log/nothing": 404,
    "/log/tile/nothing": 404,
    "/log/.lock": 404,
    "/data/every-other-nothing": 404,
    "/health/ready": 404,
    "/metrics": 404,
    "/ladder": 502,
    "/table/7Qm2vX": 502,
}


@pytest.mark.slow
def test_nginxs_own_responses_have_the_security_headers() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        with running_nginx([f"127.0.0.1:{closed.getsockname()[1]}"]) as site:
            (site.static / "js/game/table").mkdir(parents=True)
            (site.static / "js/game/table/table.js").write_text("")
            answers = {path: curl(site, path)[:2] for path in OWN_ANSWERS}
            assert {path: status for path, (status, _) in answers.items()} == OWN_ANSWERS
            answers["too large"] = curl(site, "/ladder", body=b"x" * (256 * 1024 + 1))[:2]
            answers["TRACE"] = curl(site, "/ladder", "-XTRACE")[:2]
            answers["POST"] = curl(site, "/static/js/game/table/table.js", "-XPOST")[:2]
            for path, (status, headers) in answers.items():
                assert headers.get("x-content-type-options") == "nosniff", (path, status)
                assert headers.get("strict-transport-security") == "max-age=31536000", (path, status)
            for torn in (
                b"GET / HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
                b"GET /" + b"x" * 9000 + b"\r\n\r\n",
            ):
                answer = raw(site.https, torn, tls=site)
                assert re.match(rb"HTTP/1.1 4\d\d ", answer), torn
                assert b"X-Content-Type-Options: nosniff\r\n" in answer
                assert b"Strict-Transport-Security: max-age=31536000\r\n" in answer
            plain = raw(site.http, b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert b"X-Content-Type-Options: nosniff\r\n" in plain
            assert b"Strict-Transport-Security" not in plain, "that is for https alone (RFC 6797)"


def test_a_header_set_by_a_process_is_sent_once(site: Nginx) -> None:
    answer = raw(site.https, b"GET /guarded HTTP/1.0\r\nHost: localhost\r\n\r\n", tls=site)
    assert answer.count(b"X-Content-Type-Options") == answer.count(b"Strict-Transport-Security") == 1
    assert b"max-age=9" in answer


@pytest.mark.parametrize(
    "path", ["/", "/static/js/game/table/table.js", "/table/7Qm2vX", "/log/checkpoint", "/metrics"]
)
def test_trace_is_refused_everywhere(site: Nginx, path: str) -> None:
    status, _, body = curl(site, path, "-XTRACE", "-HX-Secret: s3cret")
    assert status == 405
    assert "s3cret" not in body


def test_plain_http_is_redirected_to_https_and_https_uses_http_2(site: Nginx) -> None:
    status, headers, _ = curl(site, f"http://localhost:{site.http}/table/7Qm2vX?watch=1")
    assert (status, headers["location"]) == (308, "https://localhost/table/7qm2vx?watch=1".lower())
    assert curl(site, "/")[1]["protocol"] == "HTTP/2"


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1 is deprecated")
def test_only_the_two_newest_tls_versions_are_accepted(site: Nginx) -> None:
    spoken = set()
    for version in (ssl.TLSVersion.TLSv1_1, ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        browser = ssl.create_default_context(cafile=str(site.chain))
        browser.set_ciphers("ALL:@SECLEVEL=0")  # whatever this machine's policy for old ones is
        browser.minimum_version = browser.maximum_version = version
        with socket.create_connection(("127.0.0.1", site.https)) as line, suppress(ssl.SSLError):
            spoken.add(browser.wrap_socket(line, server_hostname="localhost").version())
    assert spoken == {"TLSv1.2", "TLSv1.3"}


def test_forged_headers_of_a_visitor_are_replaced(site: Nginx) -> None:
    forged = [f"-H{name}: {value}" for name, value in FORGED.items()]
    sent_on = forwarded(site, "/ladder", *forged, "-HHost: cards.example")["headers"]
    headers = dict(sent_on)
    assert len(headers) == len(sent_on), "a header came twice"
    assert headers["host"] == "cards.example"
    assert (headers["x-forwarded-for"], headers["x-forwarded-proto"]) == ("127.0.0.1", "https")
    assert re.fullmatch("[0-9a-f]{32}", headers["x-request-id"])
    assert not headers.keys() & {name.lower() for name in FORGED} - {
        "x-forwarded-for", "x-forwarded-proto", "x-request-id"
    }  # fmt: skip


@pytest.mark.slow
def test_all_requests_about_a_game_go_to_one_process(site: Nginx) -> None:
    paths = (
        "/table/{}",
        "/ws/table/{}",
        "/game/{}",
        "/game/{}/deals",
        "/api/games/{}/replay",
        "/table/{}?watch=1",
    )
    homes = {}
    for game in (f"game{n}" for n in range(12)):
        urls = [site.url + path.format(game) for path in paths]
        command = ["curl", "--silent", "--http2", "--cacert", str(site.chain), *urls]
        answers = subprocess.run(command, capture_output=True, timeout=30).stdout.decode()
        (homes[game],) = {int(port) for port in re.findall(r'"at": (\d+)', answers)}
        assert answers.count('"at"') == len(paths)
    assert len(set(homes.values())) == 2, "and not all to the same"


@pytest.mark.slow
def test_a_process_that_is_down_is_skipped_without_an_error() -> None:
    with ExitStack() as stack:
        here = stack.enter_context(parrot())
        with socket.socket() as gone:
            gone.bind(("127.0.0.1", 0))
            site = stack.enter_context(running_nginx([f"127.0.0.1:{gone.getsockname()[1]}", here]))
            for n in range(12):
                assert forwarded(site, f"/table/game{n}")["at"] == int(here.split(":")[1])
                assert forwarded(site, f"/api/join/{n}", "--data", "x")["path"] == f"/api/join/{n}"


def test_a_socket_is_proxied_as_a_socket(site: Nginx) -> None:
    upgrade = ["--http1.1", "-HConnection: Upgrade", "-HUpgrade: websocket"]
    headers = dict(forwarded(site, "/ws/lobby", *upgrade)["headers"])
    assert (headers["connection"], headers["upgrade"]) == ("upgrade", "websocket")
    headers = dict(forwarded(site, "/ws/lobby", "--http1.1", "-HUpgrade: h2c")["headers"])
    assert (headers["connection"], headers.get("upgrade")) == ("close", None)


@pytest.mark.parametrize("path", ["/health/live", "/health/ready", "/metrics", "/static/../health/live"])
def test_host_only_urls_are_not_accessible_from_outside(site: Nginx, path: str) -> None:
    assert curl(site, path, "--path-as-is")[0] == 404


def test_no_folder_is_listed(site: Nginx) -> None:
    assert [curl(site, path)[0] for path in ("/static/", "/static/js/", "/static/js/game/table/")] == [
        403
    ] * 3


def test_a_file_with_a_hashed_name_is_cached_forever_and_compressed(site: Nginx) -> None:
    status, headers, body = curl(site, f"/static/{HASHED}", "-HAccept-Encoding: gzip")
    assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    assert (headers["content-encoding"], headers["x-content-type-options"]) == ("gzip", "nosniff")
    assert len(body) < 300
    assert curl(site, "/static/js/game/table/table.js")[1]["cache-control"] == "no-cache"
    status, headers, _ = curl(site, "/static/js/game/table/table.ba9876543210.js")
    assert (status, headers.get("cache-control")) == (404, None), "that it is missing is not for ever"


def test_the_public_log_is_served_from_its_folder(site: Nginx) -> None:
    bundle, half = "\0\2{}", "tile/0/.001.new"
    content = {"checkpoint": "cards.example/log\n", "tile/entries/000.p/1": bundle, half: "not yet whole"}
    for name, text in content.items():
        (site.public_log / name).parent.mkdir(parents=True, exist_ok=True)
        (site.public_log / name).write_text(text)
    status, headers, body = curl(site, "/log/checkpoint")
    assert (status, headers["cache-control"], body) == (200, "no-cache", content["checkpoint"])
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert headers["access-control-allow-origin"] == "*"
    status, headers, body = curl(site, "/log/tile/entries/000.p/1")
    assert (status, headers["content-type"]) == (200, "application/octet-stream")
    assert (headers["cache-control"], body) == ("public, max-age=604800, immutable", bundle)
    assert [curl(site, f"/log/{name}")[0] for name in (half, ".lock", "tile/1/000")] == [404] * 3
    assert curl(site, "/log/")[0] == 403
    assert curl(site, "/log/checkpoint", body=b"another")[0] == 403


def test_an_oversized_request_is_refused(site: Nginx) -> None:
    most = 256 * 1024
    assert [curl(site, "/api/games", body=b"x" * size)[0] for size in (most, most + 1)] == [200, 413]


@pytest.mark.slow
def test_the_log_contains_no_link_with_a_key(site: Nginx) -> None:
    paths = paths_with_key("s3cret")
    assert {"/join/s3cret", "/mail/stop/s3cret", "/accounts/email/confirm/s3cret/"} < set(paths)
    before = len(site.access_log_lines())
    for path in paths:
        for spelled in (path, f"/fr{path}", f"/{path}", path.upper().replace("S3CRET", "s3cret")):
            forwarded(site, spelled, "--path-as-is", f"-HReferer: {site.url}{path}")
    forwarded(site, "/ladder?x=s3cret")
    lines = site.access_log_lines(before + 4 * len(paths) + 1)[before:]
    assert [line for line in lines if "s3cret" in line] == []
    assert len(lines) == 4 * len(paths) + 1
    assert re.search(r'"GET /join/\.\.\. HTTP/2\.0" 200 .* 200 [0-9a-f]{32}$', "\n".join(lines), re.MULTILINE)


@pytest.mark.slow
def test_a_failed_request_is_in_the_access_log_and_not_in_the_error_log(tmp_path: Path) -> None:
    key = "/join/s3cret"
    with ExitStack() as stack:
        closed = stack.enter_context(socket.socket())  # bound, so that no other process listens there
        closed.bind(("127.0.0.1", 0))
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for address, replacements, requests, status in (
            (closed.getsockname(), {}, [[key]], 502),
            (silent.getsockname(), {"proxy_read_timeout 60s": "proxy_read_timeout 1s"}, [[key]], 504),
            (
                silent.getsockname(),
                {"client_max_body_size 256k": "client_max_body_size 1"},
                [[key, "-dx=1"]],
                413,
            ),
            (closed.getsockname(), {"rate=50r/s": "rate=1r/m", "burst=300": "burst=1"}, [[key]] * 3, 429),
            (closed.getsockname(), {}, [["/static/s3cret"]], 404),
            (closed.getsockname(), {}, [["/static/"]], 403),
        ):
            with running_nginx([f"{address[0]}:{address[1]}"], replacements) as site:
                for path, *options in requests:
                    found, *_ = curl(site, path, f"-HReferer: {site.url}{key}", *options)
                assert found == status
                assert f'" {status} ' in site.access_log_lines(len(requests))[-1]
                assert not re.search("s3cret|request:|referrer:", site.error_log.read_text()), status


@pytest.mark.slow
def test_running_out_of_connections_is_in_the_error_log() -> None:
    with ExitStack() as stack:
        few = {"connections 16384": "connections 12"}
        site = stack.enter_context(running_nginx([stack.enter_context(parrot())], few))
        for _ in range(30):
            stack.enter_context(socket.create_connection(("127.0.0.1", site.https)))
        until = time.monotonic() + 20
        while "worker_connections are not enough" not in site.error_log.read_text():
            assert time.monotonic() < until
            time.sleep(0.05)


@pytest.mark.slow
def test_a_silent_connection_is_closed_and_blocks_no_other() -> None:
    with (
        parrot() as here,
        running_nginx([here], {"client_header_timeout 10s": "client_header_timeout 2s"}) as site,
    ):
        silent = [socket.create_connection(("127.0.0.1", site.https), timeout=20) for _ in range(400)]
        assert forwarded(site, "/ladder")["path"] == "/ladder"
        for line in silent:
            with line:
                assert line.recv(1) == b""


@pytest.mark.slow
def test_one_address_cannot_take_all_connections() -> None:
    with (
        parrot() as here,
        running_nginx([here], {"rate=50r/s": "rate=1r/s", "burst=300": "burst=20"}) as site,
    ):
        urls = [f"{site.url}/ladder?{n}" for n in range(40)]
        how = ["--silent", "--http2", "--cacert", site.chain, "--write-out", "\n%{http_code}\n"]
        output = subprocess.run(["curl", *how, *urls], capture_output=True, text=True, timeout=30).stdout
        answers = [line for line in output.splitlines() if line in ("200", "429")]
        assert len(answers) == 40
        assert answers[:20] == ["200"] * 20
        assert "429" in answers


@pytest.mark.slow
def test_account_forms_have_a_rate_limit_of_their_own() -> None:
    # So slow that no request is allowed again while the test runs.
    with parrot() as here, running_nginx([here], {"rate=30r/m": "rate=1r/m"}) as site:
        how = ["curl", "--silent", "--http2", "--cacert", str(site.chain), "--output", "/dev/null"]

        def statuses(method: str, *paths: str) -> list[str]:
            urls = [part for path in paths for part in (site.url + path, "--output", "/dev/null")]
            data = ["--data", "x"] if method == "POST" else []
            command = [*how, *data, "--write-out", "%{http_code} ", *urls]
            return subprocess.run(command, capture_output=True, text=True, timeout=30).stdout.split()

        forms = (
            "/accounts/login/",
            "/accounts/signup/",
            "/accounts/password/reset/key/1-abc/",
            "/admin/login/",
        )
        assert statuses("POST", *(forms * 10)) == ["200"] * 31 + ["429"] * 9
        assert statuses("GET", *forms) == ["200"] * 4
        assert statuses("POST", "/api/games", "/play") == ["200"] * 2
