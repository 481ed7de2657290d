"""A crawler of all admin pages, through its URL table, links, filters and forms."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

from django.apps import apps
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import URLPattern, URLResolver, resolve

from cribbage_site.tests.repetitions import only_in_proof, repetitions

LINK = re.compile(r"""\b(?:href|src|action|formaction|hx-\w+|data-[\w-]+)="([^"#]+)""")
MAX_ALIKE = repetitions(1000, one_in=1000)  # pages that differ only in their row or their query
# They show the columns of the plain list in another order, on another page or in another frame.
OTHER_VIEWS = ("o=-2", "p=2", "all=", "_popup=1", "_to_field=id")
# Parameters and paths that lead to known pages, or log out.
AGAIN, OUT = "_changelist_filters", "/admin/logout/"
# Forms that are submitted with invalid input, and shown again.
SENT = (b'name="_save"', b'name="reason"')
FAULTY = {"name": "", "groups": "nonsense", "reason": ""}


def admin_paths(patterns: Iterable[URLPattern | URLResolver], at: str = "/admin/") -> Iterator[str]:
    """Yield every URL of the admin's URL table, for existing rows and a missing one."""
    for each in patterns:
        route = at + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from admin_paths(each.url_patterns, route)
        elif "<path:content_type_id>" in route:
            yield from (
                route.replace("<path:content_type_id>", str(kind.pk)).replace("<path:object_id>", str(key))
                for kind in ContentType.objects.all()
                for key in primary_keys(kind.model_class())[:1]
            )
        elif "<path:object_id>" in route:
            model = apps.get_model(*route.split("/")[2:4])
            yield from (
                route.replace("<path:object_id>", str(key)) for key in (*primary_keys(model), "nonsense")
            )
        elif rooms := re.search(r"\^\(\?P<app_label>([\w|]+)\)/\$", route):
            yield from (f"{at}{room}/" for room in rooms[1].split("|"))
        else:
            route = route.removesuffix("(?P<url>.*)$")
            assert "<" not in route, f"What shall stand in {route}?"
            yield route


def primary_keys(model: Any) -> list[Any]:
    return list(model._default_manager.order_by("-pk").values_list("pk", flat=True))


def list_queries(terms: Sequence[str] = ("Ann", "nobody")) -> Iterator[str]:
    """Yield queries of a list by filter, search, order, page and autocompletion."""
    for model, buttons in admin.site._registry.items():
        at = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for sieve in getattr(buttons, "list_filter", ()):
            for key, _ in sieve(None, {}, model, buttons).lookup_choices:
                yield f"{at}?{urlencode({sieve.parameter_name: key})}"
        yield from (f"{at}?{urlencode({'q': term})}" for term in terms)
        yield from (f"{at}?{asked}" for asked in ("o=1", *only_in_proof(*OTHER_VIEWS)))
        about = {"app_label": model._meta.app_label, "model_name": model._meta.model_name, "term": ""}
        for field in model._meta.get_fields():
            if field.is_relation and field.concrete:  # Django has no autocompletion for other fields
                yield f"/admin/autocomplete/?{urlencode(about | {'field_name': field.name})}"
    yield from (f"/admin/search/?{urlencode({'s': term})}" for term in terms)


def crawl(client: Client, first: Sequence[str]) -> Iterator[tuple[str, int, bytes]]:
    """Yield every reachable page, and the responses to invalid forms."""
    known = set(admin_paths(admin.site.get_urls()))
    todo = deque([*first, *sorted(known), *list_queries()])
    seen = set(todo)
    alike: Counter[str] = Counter()
    while todo:
        path = todo.popleft()
        there = urlsplit(path)
        kind = f"{resolve(there.path).route}?{'&'.join(parse_qs(there.query, keep_blank_values=True))}"
        alike[kind] += 1
        if path == OUT or (alike[kind] > MAX_ALIKE and path not in first):
            continue
        answer = client.get(path)
        page = response_bytes(answer)
        yield path, answer.status_code, page
        if any(button in page for button in SENT) and path in known:
            refused = client.post(path, FAULTY)
            yield f"{path} with faults", refused.status_code, response_bytes(refused)
        news = set(admin_links(path, answer, page)) - seen
        todo += sorted(news)
        seen |= news


def response_bytes(answer: Any) -> bytes:
    """Return everything that is sent, including headers but without cookies."""
    page = b"".join(answer) if answer.streaming else answer.content
    head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return head.encode() + b"\n" + re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", page)


def admin_links(path: str, answer: Any, page: bytes) -> Iterator[str]:
    """Yield the links of a page within the admin. Of a list, only one parameter is followed at a time."""
    found = [answer.url] if answer.status_code == 302 else {*LINK.findall(page.decode(errors="ignore"))}
    for link in found:
        there = urlsplit(urljoin(path, unescape(link)))
        if there.path.startswith("/admin/") and AGAIN not in there.query and len(parse_qs(there.query)) < 2:
            yield f"{there.path}?{there.query}" if there.query else there.path
