"""Serve the site in production: python -m cribbage_site.server HOST:PORT."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from importlib.util import find_spec

from django import setup as load_apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

PACKAGES = ("uvicorn", "uvloop", "websockets")


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    parser = ArgumentParser(prog="python -m cribbage_site.server", description="Serves the site.")
    parser.add_argument("address", metavar="HOST:PORT", type=parse_address)
    parser.add_argument("application", metavar="MODULE:NAME", nargs="?")
    options = parser.parse_args(arguments)
    try:
        check_installed()
        load_apps(set_prefix=False)  # the modules that the server imports need it
        from cribbage_site.server.serve import serve

        named = ":".join(settings.ASGI_APPLICATION.rsplit(".", 1))
        serve(options.application or named, *options.address)
    except ImproperlyConfigured as fault:
        sys.exit(str(fault))


def parse_address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise ArgumentTypeError(f"{text} is not a host and port, such as 127.0.0.1:8000")
    return host.strip("[]"), int(port)


def check_installed() -> None:
    if missing := [package for package in PACKAGES if find_spec(package) is None]:
        raise ImproperlyConfigured(
            f"{' and '.join(missing)} cannot be imported: install what requirements-uvicorn.txt names."
        )


if __name__ == "__main__":
    main(sys.argv[1:])
