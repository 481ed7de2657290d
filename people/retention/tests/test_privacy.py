"""The privacy page, and the links to it."""

import pytest
from django.test import Client

from people.retention.expiry import CHAT_RETENTION


@pytest.mark.django_db
def test_the_page_states_the_retention_times(client: Client, settings: pytest.FixtureRequest):
    settings.SESSION_COOKIE_AGE = 24 * 60 * 60 * 77
    page = client.get("/privacy").content.decode()
    assert f"We delete chat after {CHAT_RETENTION.days} days." in page
    assert "for 77 days" in page


@pytest.mark.django_db
def test_every_page_links_to_it_and_to_the_rules(client: Client):
    page = client.get("/").content.decode()
    assert 'href="/privacy"' in page
    assert 'href="/rules"' in page
