"""Give each worker of parallel tests its own Redis, because all clients of one share their messages."""

import atexit
import os
from contextlib import ExitStack

from bench.services import redis

if "PYTEST_XDIST_WORKER" in os.environ and "REDIS_URL" in os.environ:
    stack = ExitStack()
    atexit.register(stack.close)
    os.environ["REDIS_URL"] = stack.enter_context(redis())
