"""The wings of a site, and the parts that come with them."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from common.wings import OPTIONAL_WINGS, is_installed, only_installed, optional, parse_wings


@pytest.mark.parametrize(
    ("text", "wings"),
    [
        (None, OPTIONAL_WINGS),
        ("", ()),
        (" , ", ()),
        ("study", ("study",)),
        (" tournaments, study ,study", ("tournaments", "study")),
    ],
)
def test_setting_names_the_wings_of_a_site(text: str | None, wings: tuple[str, ...]):
    assert parse_wings(text) == set(wings)


@pytest.mark.parametrize("text", ["game", "Study", "study;proof", "study,events"])
def test_unknown_wing_is_refused_with_those_that_there_are(text: str):
    with pytest.raises(ImproperlyConfigured, match="tournaments, study, proof, programs, hosting; unknown: "):
        parse_wings(text)


def test_part_is_installed_with_all_wings_that_its_packages_need():
    names = [
        "people.clubs",
        "hosting",
        "hosting.signs",
        "hosting.evenings.jobs",
        "tournaments.events.run.results.record_results",
    ]
    none, hosting, some = (parse_wings(text) for text in ("", "hosting", "hosting,tournaments"))
    assert only_installed(names, none) == ["people.clubs"]
    assert only_installed(names, hosting) == ["people.clubs", "hosting"]
    assert only_installed(names, some) == [name for name in names if name != "hosting.signs"]
    assert only_installed(names, parse_wings(None)) == names


def test_optional_function_is_none_without_its_wing(settings: Any):
    name = "hosting.evenings.club.add_club"
    assert is_installed(name)
    assert callable(optional(name))
    settings.WINGS = frozenset(["hosting"])
    assert not is_installed(name)
    assert optional(name) is None
