#!/usr/bin/env python
import gc
import os
import sys


def main() -> None:
    # Loaded modules stay. With Python's defaults the garbage collector would examine them two hundred times.
    gc.set_threshold(10_000, 50, 50)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
