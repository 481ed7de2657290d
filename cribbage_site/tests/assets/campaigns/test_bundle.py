"""Bundles have the same names, wherever and however often they are made."""

from pathlib import Path

from cribbage_site.tests.assets.test_bundle import Collected, bundled, collected_in


def test_bundle_names_are_reproducible(bundled: Collected, tmp_path: Path) -> None:
    with collected_in(tmp_path) as elsewhere:
        assert elsewhere == bundled.names
    with collected_in(bundled.folder) as again:
        assert again == bundled.names
