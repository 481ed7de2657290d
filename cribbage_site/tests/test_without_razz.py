"""Razz is optional: the site runs with the app uninstalled, and with its folder removed."""

from http.client import HTTPConnection

import pytest
from django.test import Client

from cribbage_site.tests.server_process import Server

RAZZ = "/fairness/lab/razz?cards=A&games=1000"


def get(server: Server, path: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.mark.slow
def test_without_razz_the_lab_and_all_other_pages_are_unchanged():
    with Server({"DJANGO_SETTINGS_MODULE": "cribbage_site.tests.settings_without_razz"}) as site:
        assert get(site, "/")[0] == 200
        status, lab = get(site, "/fairness/lab")
        assert (status, 'id="break"' in lab, "azz" in lab) == (200, True, False)
        assert get(site, RAZZ)[0] == 404
        assert "no issues" in site.manage("check")


@pytest.mark.django_db
def test_with_razz_the_lab_has_one_more_section(client: Client):
    lab = client.get("/fairness/lab").content.decode()
    assert '<section id="razz" class="fairlab-part" aria-labelledby="razz-head">' in lab
    assert '<a href="#razz">Razz, exact and sampled</a>' in lab
    assert client.get(RAZZ).status_code == 200
