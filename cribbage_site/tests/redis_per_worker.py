"""Tests that run side by side: each worker has its own Redis, as what one says there everybody hears."""

import atexit
import os
from contextlib import ExitStack

from cribbage_site.tests.services import redis

if "PYTEST_XDIST_WORKER" in os.environ and "REDIS_URL" in os.environ:
    stack = ExitStack()
    atexit.register(stack.close)
    os.environ["REDIS_URL"] = stack.enter_context(redis())
