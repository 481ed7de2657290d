"""The admin handles nasty values without a server error."""

from collections.abc import Collection
from urllib.parse import urlencode

import pytest
from django.contrib import admin

from cribbage_site.tests.addresses import PART, routes
from cribbage_site.tests.test_nasty_values import Attack, attack


def admin_filters() -> Collection[str]:
    """Return the filter parameters of the admin's lists."""
    names = {
        "q",
        "o",
        "p",
        "e",
        "all",
        "_popup",
        "_to_field",
        "_changelist_filters",
        "next",
        "id",
        "id__exact",
    }
    admin.autodiscover()
    for model_admin in admin.site._registry.values():
        for each in model_admin.list_filter:
            name = each if isinstance(each, str) else getattr(each, "parameter_name", None) or str(each[0])
            names |= {name, f"{name}__exact", f"{name}__gte", f"{name}__isnull"}
        if model_admin.date_hierarchy:
            names |= {f"{model_admin.date_hierarchy}__{part}" for part in ("year", "month", "day")}
    return sorted(names)


@pytest.mark.parametrize("who", ["moderator", "host"])
def test_in_the_admin(attack: Attack, who: str) -> None:
    plain = {route for route in routes() if route.startswith("admin/") and "(" not in route}
    for route in sorted(plain):
        path = "/" + PART.sub(attack.site.names["live"], route)
        attack.send(who, "POST", path)
        for name in admin_filters() if path.count("/") == 4 else ("next", "_popup", "_to_field"):
            for nasty in ("\0", "²", "9" * 19):
                attack.send(who, "GET", f"{path}?{urlencode({name: nasty})}")
    assert attack.failed == []
