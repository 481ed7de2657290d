"""The pages that say what did not work."""

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.views.defaults import server_error


def test_what_broke_is_said_without_a_database():
    page = server_error(RequestFactory().get("/"))  # a test without a mark for it has none
    assert page.status_code == 500
    assert "Something went wrong" in page.content.decode()


@pytest.mark.parametrize("name", ["403", "404", "429", "500"])
def test_a_page_of_no_use_has_a_way_on(name: str):
    assert '<a class="button" href="/">' in render_to_string(f"{name}.html")


@pytest.mark.django_db
def test_a_page_that_is_too_old_is_told_apart_from_other_faults():
    page = Client(enforce_csrf_checks=True).post("/play", {"against": "novice"})
    assert page.status_code == 403
    assert "This page is out of date" in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "field"), [("/api/v1/me", "code"), ("/api/games", "error")])
def test_a_call_to_an_unknown_host_is_refused_in_the_shape_of_its_callers(path: str, field: str):
    answer = Client().get(path, HTTP_HOST="evil.example")
    assert (answer.status_code, answer.json()[field]) == (400, "bad_request")
