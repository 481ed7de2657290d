"""Checks that Schemathesis lacks: the lines of streams, and that the server parses what is documented.

Schemathesis loads this module itself (`SCHEMATHESIS_HOOKS`).
"""

import os
from typing import Any
from urllib.parse import urlsplit

import django
import schemathesis
from schemathesis.generation.modes import GenerationMode

from programs.api.tests.cutting_proxy import NDJSON, lines_of

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
django.setup()

from tests.worlds.typed import check, find_call  # noqa: E402


@schemathesis.check
def every_line_has_its_type(ctx: Any, response: Any, case: Any) -> None:
    """Each line of a stream has the documented type."""
    if response.status_code == 200 and NDJSON in "".join(response.headers.get("content-type", ())):
        call = find_call(case.method, urlsplit(response.request.url).path.removeprefix("/api/v1"))
        for line in lines_of(response.content):
            check(line, call.answer)


@schemathesis.check
def the_parser_agrees_with_the_schema(ctx: Any, response: Any, case: Any) -> None:
    """A request that matches its schema may be refused for what it means, but not by the parser."""
    is_valid = case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE
    if is_valid and response.status_code == 400:
        assert " at `$" not in response.json()["says"], response.json()["says"]
