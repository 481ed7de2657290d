"""Checks whether our installed packages have known vulnerabilities, for `make check`.

It looks up what is installed, with all dependencies: it resolves and installs nothing. What could not be
looked up fails it too, unless OFFLINE=1 says that nobody can be asked from here.

python -m bench.dependency_audit --probe only tells whether the advisory service answers.
"""

import os
import sys
from collections.abc import Sequence

from pip_audit._dependency_source import PipSource
from pip_audit._service import Dependency, PyPIService, ServiceError, VulnerabilityService

TIMEOUT = 15  # to wait for an answer
INSTALLERS = {"pip", "setuptools", "wheel"}  # they come with Python, not by our requirements
WELL_KNOWN = "django"  # a service that does not know this one knows nothing


def installed_packages() -> list[Dependency]:
    """The packages of this environment."""
    return [package for package in PipSource().collect() if package.canonical_name not in INSTALLERS]


def audit(packages: Sequence[Dependency], service: VulnerabilityService, *, is_offline: bool) -> int:
    """Print what is known of packages; return 1 if any has a vulnerability or was not looked up, else 0.

    Offline, what was not looked up is only reported.
    """
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
    if unknown := len(packages) - known:
        print(f"NOT AUDITED: {unknown} of {len(packages)} packages.", file=sys.stderr)
        if not is_offline:
            print("If the advisory service cannot be reached, say so: OFFLINE=1 make check", file=sys.stderr)
    print(f"{holes} known holes in the {known} packages that were looked up.")
    return int(holes > 0 or (unknown > 0 and not is_offline))


def probe(service: VulnerabilityService) -> int:
    """Return 0 if the service knows a package that everybody knows, else 1."""
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
