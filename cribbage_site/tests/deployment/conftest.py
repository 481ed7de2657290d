"""The image, built once for all tests that run it."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from cribbage_site.tests.deployment.debian import FOR_THE_IMAGE, check_possible, make_debian
from cribbage_site.tests.deployment.image import Image, build


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """Build the image of deploy/Dockerfile."""
    check_possible()
    work = tmp_path_factory.mktemp("image")
    with ExitStack() as mounts:
        yield build(make_debian(work / "debian", FOR_THE_IMAGE), work, mounts)
