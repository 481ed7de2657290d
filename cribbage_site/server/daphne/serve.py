"""Serves the site by Daphne; the application brings what Daphne does differently for us."""

from daphne.cli import CommandLineInterface


def serve(application: str, host: str, port: int) -> None:
    CommandLineInterface().run(["-v", "0", "-b", host, "-p", str(port), application])
