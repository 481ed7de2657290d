"""The error pages."""

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.views.defaults import server_error


def test_the_server_error_page_works_without_a_database():
    page = server_error(RequestFactory().get("/"))  # a test without the mark has no database
    assert page.status_code == 500
    assert "Something went wrong" in page.content.decode()


@pytest.mark.parametrize("name", ["403", "404", "429", "500"])
def test_an_error_page_offers_a_way_on(name: str):
    assert '<a class="button" href="/">' in render_to_string(f"{name}.html")


@pytest.mark.slow
@pytest.mark.django_db
def test_an_expired_page_is_distinguished_from_other_errors():
    page = Client(enforce_csrf_checks=True).post("/play", {"against": "novice"})
    assert page.status_code == 403
    assert "This page is out of date" in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "field"), [("/api/v1/me", "code"), ("/api/games", "error")])
def test_a_call_to_an_unknown_host_gets_an_error_of_the_api(path: str, field: str):
    answer = Client().get(path, HTTP_HOST="evil.example")
    assert (answer.status_code, answer.json()[field]) == (400, "bad_request")
