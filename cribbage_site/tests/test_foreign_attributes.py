"""The site replaces no attribute of a third-party package."""

import os
import subprocess
import sys

import pytest

from cribbage_site.tests.server_process import ROOT

FIND_REPLACED = """
import os
import sys
from importlib import import_module

import django

from common.wings import WINGS

django.setup()

# The module of the command comes first: it loads Daphne, as `make play` does before it loads the site.
for name in ("game.management.commands.play", "cribbage_site.asgi", "cribbage_site.server.serve"):
    import_module(name)

FOREIGN = ("allauth", "autobahn", "channels", "daphne", "django", "redis", "twisted", "uvicorn", "websockets")
FOLDERS = tuple(os.path.join(os.getcwd(), wing, "") for wing in WINGS)


def is_ours(value):
    value = getattr(value, "__func__", value)  # of a class method or a static method
    if code := getattr(value, "__code__", None):  # functools.wraps would hide the module
        return code.co_filename.startswith(FOLDERS)
    return isinstance(value, type) and value.__module__.partition(".")[0] in WINGS


def find_replaced(owner, path):
    return [f"{path}.{name}" for name, value in vars(owner).items() if is_ours(value)]


for name, module in sorted(sys.modules.items()):
    if module is not None and name.partition(".")[0] in FOREIGN:
        found = find_replaced(module, name)
        for each in vars(module).values():
            if isinstance(each, type) and each.__module__ == name:
                found += find_replaced(each, f"{name}.{each.__qualname__}")
        # Django's own modules keep the model of users that the site has set.
        print(*[path for path in found if not path.endswith(".UserModel")], sep="\\n")
"""


@pytest.mark.slow
def test_no_attribute_of_another_package_is_replaced() -> None:
    """Both servers, Daphne of `make play` and uvicorn of production, are loaded with the site."""
    found = subprocess.run(
        [sys.executable, "-c", FIND_REPLACED],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "cribbage_site.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.split() == []
