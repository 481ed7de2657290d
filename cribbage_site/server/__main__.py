"""Serves the site: python -m cribbage_site.server HOST:PORT, by the server that the setting SERVER names."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from importlib import import_module
from importlib.util import find_spec

from django import setup as load_apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

PACKAGES = {"daphne": ("daphne",), "uvicorn": ("uvicorn", "uvloop", "websockets")}


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    parser = ArgumentParser(prog="python -m cribbage_site.server", description="Serves the site.")
    parser.add_argument("address", metavar="HOST:PORT", type=parse_address)
    parser.add_argument(
        "application", metavar="MODULE:NAME", nargs="?", default="cribbage_site.asgi:application"
    )
    options = parser.parse_args(arguments)
    try:
        check_installed(settings.SERVER)
        load_apps(set_prefix=False)  # what a server imports of ours comes after it
        server = import_module(f"cribbage_site.server.{settings.SERVER}.serve")
        server.serve(options.application, *options.address)
    except ImproperlyConfigured as fault:
        sys.exit(str(fault))


def parse_address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise ArgumentTypeError(f"{text} is no host and port, as in 127.0.0.1:8000")
    return host.strip("[]"), int(port)


def check_installed(server: str) -> None:
    if missing := [package for package in PACKAGES[server] if find_spec(package) is None]:
        raise ImproperlyConfigured(
            f"SERVER is {server}, and {' and '.join(missing)} cannot be imported:"
            f" install what requirements-{server}.txt names, or leave SERVER unset."
        )


if __name__ == "__main__":
    main(sys.argv[1:])
