"""The bundler, for tests that require it."""

import pytest

from cribbage_site.assets.make_bundles import find_esbuild


def require_esbuild() -> None:
    """Skip the test where esbuild is not installed."""
    if find_esbuild() is None:
        pytest.skip("ESBUILD IS NOT INSTALLED: bundles were NOT tested. Install Node 20, then npm ci.")
