"""Check whether our installed packages have known vulnerabilities, for `make check`.

The audit looks up all installed packages and dependencies. It resolves and installs nothing. A failed lookup
also fails the audit, unless OFFLINE=1 says that no service can be reached.

python -m bench.dependency_audit --probe only reports whether the advisory service answers.
"""

import os
import sys
from collections.abc import Sequence

from pip_audit._dependency_source import PipSource
from pip_audit._service import Dependency, PyPIService, ServiceError, VulnerabilityService

TIMEOUT = 15  # for an answer
INSTALLERS = {"pip", "setuptools", "wheel"}  # they come with Python, not from our requirements
WELL_KNOWN = "django"  # a service that does not know this package knows nothing


def installed_packages() -> list[Dependency]:
    """Return the packages of this environment."""
    return [package for package in PipSource().collect() if package.canonical_name not in INSTALLERS]


def audit(packages: Sequence[Dependency], service: VulnerabilityService, *, is_offline: bool) -> int:
    """Print what is known of packages. Return 1 for a vulnerability or a failed lookup, else 0.

    Offline, failed lookups are only reported.
    """
    known = holes = 0
    try:
        for package, vulnerabilities in service.query_all(iter(packages)):
            known += not package.is_skipped()
            for vulnerability in vulnerabilities:
                holes += 1
                mended = ", ".join(map(str, vulnerability.fix_versions)) or "none yet"
                fault = f"{vulnerability.id}, fixed in {mended}. {vulnerability.description}"
                print(f"{package.name} {package.version}: {fault}")
    except (OSError, ServiceError) as error:
        print(f"The advisory service does not answer: {str(error) or error.__cause__}", file=sys.stderr)
    if unknown := len(packages) - known:
        print(f"NOT AUDITED: {unknown} of {len(packages)} packages.", file=sys.stderr)
        if not is_offline:
            print("If the advisory service cannot be reached, run: OFFLINE=1 make check", file=sys.stderr)
    print(f"{holes} known vulnerabilities in the {known} packages that were looked up.")
    return int(holes > 0 or (unknown > 0 and not is_offline))


def probe(service: VulnerabilityService) -> int:
    """Return 0 if the service knows a well-known package, else 1."""
    known = [package for package in installed_packages() if package.canonical_name == WELL_KNOWN]
    try:
        return int(all(package.is_skipped() for package, _ in service.query_all(iter(known))))
    except (OSError, ServiceError):
        return 1


if __name__ == "__main__":
    pypi = PyPIService(timeout=TIMEOUT)
    if sys.argv[1:] == ["--probe"]:
        sys.exit(probe(pypi))
    sys.exit(audit(installed_packages(), pypi, is_offline=os.environ.get("OFFLINE") == "1"))
