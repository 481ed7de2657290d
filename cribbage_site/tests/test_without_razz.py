"""Razz can be left out whole: the site runs with the app uninstalled, and with its folder taken away."""

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
def test_uninstalled_it_leaves_the_lab_and_every_other_page_as_they_are():
    with Server({"DJANGO_SETTINGS_MODULE": "cribbage_site.tests.settings_without_razz"}) as site:
        assert get(site, "/")[0] == 200
        status, lab = get(site, "/fairness/lab")
        assert (status, 'id="break"' in lab, "azz" in lab) == (200, True, False)
        assert get(site, RAZZ)[0] == 404
        assert "no issues" in site.manage("check")


@pytest.mark.django_db
def test_installed_it_is_a_section_of_the_lab(client: Client):
    lab = client.get("/fairness/lab").content.decode()
    assert '<section id="razz" class="fairlab-part" aria-labelledby="razz-head">' in lab
    assert '<a href="#razz">Razz, exact and sampled</a>' in lab
    assert client.get(RAZZ).status_code == 200
