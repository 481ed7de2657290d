"""Checks whether our installed packages have known vulnerabilities, for `make check`.

It looks up what is installed, with all dependencies: it resolves and installs nothing.
"""

import sys
from collections.abc import Sequence

from pip_audit._dependency_source import PipSource
from pip_audit._service import Dependency, PyPIService, ServiceError, VulnerabilityService

TIMEOUT = 15  # to wait for an answer
INSTALLERS = {"pip", "setuptools", "wheel"}  # they come with Python, not by our requirements


def installed_packages() -> list[Dependency]:
    """The packages of this environment."""
    return [package for package in PipSource().collect() if package.canonical_name not in INSTALLERS]


def audit(packages: Sequence[Dependency], service: VulnerabilityService) -> int:
    """Print what is known of packages; return 1 if any has a vulnerability, 0 if none or nobody answered."""
    known = holes = 0
    try:
        for package, vulnerabilities in service.query_all(iter(packages)):
            known += not package.is_skipped()
            for vulnerability in vulnerabilities:
                holes += 1
                mended = ", ".join(map(str, vulnerability.fix_versions)) or "none yet"
                fault = f"{vulnerability.id}, mended in {mended}. {vulnerability.description}"
                print(f"{package.name} {package.version}: {fault}")
    except (OSError, ServiceError) as error:
        print(f"The advisory service does not answer: {str(error) or error.__cause__}", file=sys.stderr)
    if known < len(packages):
        print(f"NOT AUDITED: {len(packages) - known} of {len(packages)} packages.", file=sys.stderr)
    print(f"{holes} known holes in the {known} packages that were looked up.")
    return int(holes > 0)


if __name__ == "__main__":
    sys.exit(audit(installed_packages(), PyPIService(timeout=TIMEOUT)))
