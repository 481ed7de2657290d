"""Whether any hole is known in what our requirements bring, as `make check` asks.

What is installed is looked up, with all that came along: nothing is resolved, nothing else installed.
"""

import sys
from collections.abc import Sequence

from pip_audit._dependency_source import PipSource
from pip_audit._service import Dependency, PyPIService, ServiceError, VulnerabilityService

TIMEOUT = 15  # seconds for an answer
INSTALLERS = {"pip", "setuptools", "wheel"}  # come with the Python that is here, not by our requirements


def installed_packages() -> list[Dependency]:
    """The packages of this environment."""
    return [package for package in PipSource().collect() if package.canonical_name not in INSTALLERS]


def audit(packages: Sequence[Dependency], service: VulnerabilityService) -> int:
    """Print what is known of packages; 1 if any has a hole, and 0 where nobody could be asked."""
    known = holes = 0
    try:
        for package, found in service.query_all(iter(packages)):
            known += not package.is_skipped()
            for hole in found:
                holes += 1
                mended = ", ".join(map(str, hole.fix_versions)) or "none yet"
                print(f"{package.name} {package.version}: {hole.id}, mended in {mended}. {hole.description}")
    except (OSError, ServiceError) as fault:
        print(f"The advisory service does not answer: {str(fault) or fault.__cause__}", file=sys.stderr)
    if known < len(packages):
        print(f"NOT AUDITED: {len(packages) - known} of {len(packages)} packages.", file=sys.stderr)
    print(f"{holes} known holes in the {known} packages that were looked up.")
    return int(holes > 0)


if __name__ == "__main__":
    sys.exit(audit(installed_packages(), PyPIService(timeout=TIMEOUT)))
