"""Whatever a visitor sends, the site refuses or accepts it without a server error.

The parameters of each URL are found by watching it read them, so a new parameter is tested at once.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import QueryDict

from cribbage_site.logs.setup import LINE_COUNTER
from cribbage_site.tests.addresses import PART, routes
from cribbage_site.tests.repetitions import FULL_PROOF, only_in_proof
from cribbage_site.tests.test_access import REQUESTS, Site

# PostgreSQL accepts no NUL. "²" is a digit, but not for int(). A number may be too long for int() or a
# column.
NASTY = (
    "\0",
    *(("²", "9" * 19, "9" * 5000, "-1", "\uffff") if FULL_PROOF else ()),
)
# The same in JSON, which can also contain half a surrogate pair.
NASTY_JSON = [*map(json.dumps, NASTY), '"\\ud800"', "9" * 400, "1e999", "null", '{"a": "\\u0000"}']
WHO = ("nobody", "owner", "host") if FULL_PROOF else ("nobody",)
METHODS = ("GET", "POST") if FULL_PROOF else ("GET",)
FORM = "application/x-www-form-urlencoded"


class Names(dict[str, str]):
    """Records the names that are read."""

    def __init__(self, asked: set[str], *given: Any) -> None:
        super().__init__(*given)
        self.asked = asked

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)


@contextmanager
def noting_names() -> Iterator[set[str]]:
    """Record the names of parameters and fields that are read in the block."""
    asked: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        for method in ("__getitem__", "__contains__", "getlist"):
            own = getattr(QueryDict, method)
            patch.setattr(
                QueryDict,
                method,
                lambda of, name, *more, own=own: asked.add(str(name)) or own(of, name, *more),
            )
        whole = QueryDict.dict
        patch.setattr(QueryDict, "dict", lambda of: Names(asked, whole(of)))
        yield asked


def errors() -> float:
    """Return the count that the alert ErrorsInTheLog uses."""
    return sum(LINE_COUNTER.labels(level)._value.get() for level in ("error", "critical"))


class Attack:
    """A site, and the requests that made it fail."""

    def __init__(self) -> None:
        self.site, self.failed, self.tried = Site(), list[str](), 0
        for client in self.site.clients.values():
            client.raise_request_exception = False

    def send(self, who: str, method: str, path: str, body: str = "", kind: str = FORM, **more: Any) -> int:
        """Return the status of a response. Its changes are rolled back."""
        client, before = self.site.clients[who], errors()
        cookies = client.cookies.copy()
        cache.clear()
        with transaction.atomic():
            answer = client.generic(method, path, body.encode("utf-8", "surrogatepass"), kind, **more)
            transaction.set_rollback(True)
        client.cookies = cookies
        self.tried += 1
        if answer.status_code >= 500 or errors() > before:
            self.failed.append(f"{who}: {method} {path[:200]} {body[:200]} {more} {answer.status_code}")
        return int(answer.status_code)

    def send_each(self, who: str, method: str, path: str, body: str = "") -> None:
        """Send a request for each of its fields, with nasty values in that field."""
        path, _, query = path.partition("?")
        with noting_names() as names:
            self.send(who, method, f"{path}?{query}", body)
        for name in sorted(names - {"csrfmiddlewaretoken"}):
            for nasty in NASTY:
                changed = urlencode({**QueryDict(body if method == "POST" else query).dict(), name: nasty})
                if method == "POST":
                    self.send(who, method, path, changed)
                else:
                    self.send(who, method, f"{path}?{changed}")


@pytest.fixture
def attack(db: None, settings: Any) -> Attack:
    settings.CACHES = {"default": {"BACKEND": "common.http.rate_limit_cache.LocalRateLimitCache"}}
    return Attack()


@pytest.mark.slow
@pytest.mark.parametrize("who", WHO)
def test_nasty_values_in_a_parameter_or_field(attack: Attack, who: str) -> None:
    for line in REQUESTS:
        method, path, *body = line.format_map(attack.site.names | {"who": who}).split(" ", 2)
        if not (method == "POST" and path.startswith("/api/")):
            attack.send_each(who, method, path, *body)
    assert attack.failed == []
    assert attack.tried > len(REQUESTS)


@pytest.mark.slow
@pytest.mark.parametrize("who", WHO)
def test_nasty_values_in_a_call(attack: Attack, who: str) -> None:
    for line in REQUESTS:
        method, path, *body = line.format_map(attack.site.names | {"who": who}).split(" ", 2)
        if method == "POST" and path.startswith("/api/"):
            whole = json.loads(body[0]) if body else {}
            for text in NASTY_JSON:
                attack.send(who, method, path, text, "application/json")
                for name in whole:
                    fields = [
                        f"{json.dumps(each)}: {text if each == name else json.dumps(whole[each])}"
                        for each in whole
                    ]
                    attack.send(who, method, path, f"{{{', '.join(fields)}}}", "application/json")
    assert attack.failed == []
    assert attack.tried > 50


@pytest.mark.slow
@pytest.mark.parametrize("who", WHO)
def test_nasty_values_in_a_url(attack: Attack, who: str) -> None:
    for route in sorted({route for route in routes() if PART.search(route)}):
        for nasty in (quote(text) for text in NASTY):
            for method in METHODS:
                attack.send(who, method, "/" + PART.sub(lambda _: nasty, route).rstrip("$"))  # noqa: B023
    assert attack.failed == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "/accounts/login/",
        "/api/games",
        *only_in_proof("/", "/admin/"),
    ],
)
def test_nasty_values_in_a_header_or_a_cookie(attack: Attack, path: str) -> None:
    headers = (
        "ACCEPT_LANGUAGE",
        "ACCEPT",
        "REFERER",
        "ORIGIN",
        "X_CSRFTOKEN",
        "IF_MODIFIED_SINCE",
        "USER_AGENT",
    )
    cookies = ("sessionid", "csrftoken", "look", "look-theme", "messages", "django_language")
    odd = (
        "\0",
        "\xff",
        "é;=",
        '"\\000"',
        "http://[",
        "http://a:99999999",
        "9" * 5000,
        ";;=;",
        "Mon, 99 Foo 99999",
    )
    sent: list[dict[str, str]] = [{f"HTTP_{name}": text} for name in headers for text in odd]
    sent += [{"HTTP_COOKIE": f"{name}={text}"} for name in cookies for text in odd]
    sent += [{"HTTP_HOST": text} for text in ("evil.example", "a b", "", "[", "localhost:99999999", "\xff")]
    attack.site.clients["nobody"].handler.enforce_csrf_checks = True
    for more in sent:
        for method in ("GET", "POST"):
            attack.send("nobody", method, path, "a=b", **more)
    for kind in (
        *(f"{FORM}; charset={name}" for name in ("nonsense", "utf-16", "utf-7", "zlib")),
        *(
            "multipart/form-data",
            "multipart/form-data; boundary=\xff",
            "multipart/form-data; boundary=" + "x" * 300,
        ),
        *("application/json; charset=utf-16", "\xff", ""),
    ):
        for body in ("a=b", "--\xff\r\n", "&".join(["a=1"] * 1500)):
            attack.send("nobody", "POST", path, body, kind)
    attack.send("nobody", "GET", f"{path}?{'&'.join(['a=1'] * 1500)}")
    assert attack.failed == []


@pytest.mark.slow
def test_a_failure_is_detected(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("a fault of ours")

    monkeypatch.setattr("rng.views.fairness._deals_of_game", broken)
    attack.send_each("nobody", "GET", "/fairness/deals")
    assert len(attack.failed) >= len(NASTY)
    assert all("/fairness/deals?game=" in each for each in attack.failed)
