"""Run a PostgreSQL and a Redis as long as a test needs them.

python -m cribbage_site.tests.services COMMAND... runs a command with both.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

from bench.services import ServiceMissing, postgresql, redis


def main(command: Sequence[str]) -> int:
    try:
        with postgresql() as database_url, redis() as redis_url:
            urls = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
            return subprocess.run(command, env=os.environ | urls).returncode
    except ServiceMissing as missing:
        print(f"SKIPPED: {missing}, so this did not run: {' '.join(command)}", file=sys.stderr)
        return int(os.environ.get("FORBID_SKIPS") == "1")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
