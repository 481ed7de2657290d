"""No page can be forgotten where all pages are walked: every address of the site is accounted for."""

import pytest

from cribbage_site.tests.addresses import routes
from cribbage_site.tests.every_page import SiteOfAllPages
from cribbage_site.tests.test_access import paths_by_name

# Addresses whose only HTML is a refusal or a part of a page.
NOT_WALKED = {
    ".well-known/security.txt": "a text, if the host has named a contact",
    "data/<path:path>": "files of the dumps",
    "ladder/mine": "a part of the ladder's page, which loads it again",
    "log/<path:path>": "files of the public log",
}
# The admin's lists and forms come from the same templates for every model; the access test names one of each.
BY_EXAMPLES = ("admin/", "api/v1/")


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_is_walked_or_has_a_reason() -> None:
    site = SiteOfAllPages()
    answers = list(site.answers())
    pages = {answer.route for answer in answers if answer.is_page}
    data = {answer.route for answer in answers if answer.status == 200 and not answer.is_html}
    data |= {answer.route for answer in answers} - {answer.route for answer in answers if answer.is_html}
    paths = paths_by_name(site.names)
    unread = {route for route in paths.keys() - pages - data if site.ask(paths[route], "owner").status == 405}
    ours = {route for route in routes() if not route.startswith(BY_EXAMPLES)}
    assert sorted(ours - pages - data - unread) == sorted(NOT_WALKED)
    assert {"admin/", "admin/game/player/"} <= pages
