"""Every page is valid HTML by the rules of html-validate, except the admin's, whose theme writes them."""

import json
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from cribbage_site.tests.every_page import SiteOfAllPages, is_page

VALIDATOR = settings.BASE_DIR / "node_modules/.bin/html-validate"
RULES = {"root": True, "extends": ["html-validate:standard"]}


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_is_valid_html(tmp_path: Path) -> None:
    site = SiteOfAllPages()
    names = []
    for path, visitor in site.requests():
        if path.startswith("/admin"):
            continue
        response = site.respond(path, visitor)
        if is_page(response):
            (tmp_path / f"{len(names)}.html").write_bytes(response.content)
            names.append(f"{path} for {visitor}")
    assert len(names) > 100
    assert faults(tmp_path, names) == []


@pytest.mark.slow
def test_an_invalid_page_is_noticed(tmp_path: Path) -> None:
    page = "<!doctype html><html lang='en'>\n<title>A</title><p><form></form></p></html>"
    (tmp_path / "0.html").write_text(page)
    assert faults(tmp_path, ["/a"]) == ["/a, line 2: Stray end tag '</p>'"]


def faults(folder: Path, names: list[str]) -> list[str]:
    """Return what html-validate finds in the numbered pages of a folder."""
    if not VALIDATOR.exists():
        pytest.skip("HTML-VALIDATE IS NOT INSTALLED: pages were NOT validated. Install Node 20, then npm ci.")
    rules = folder / "rules.json"
    rules.write_text(json.dumps(RULES))
    command = [VALIDATOR, "--config", rules, "--formatter", "json", *sorted(folder.glob("*.html"))]
    run = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return [
        f"{names[int(Path(page['filePath']).stem)]}, line {found['line']}: {found['message']}"
        for page in json.loads(run.stdout)
        for found in page["messages"]
    ]
