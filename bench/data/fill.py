"""Fills a database with finished games, in a process that has Django: `python -m bench.data.fill 100000`."""

import os
import sys

import django
from django.core.management import call_command

from bench.data.games import fill

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    fill(int(sys.argv[1]))
