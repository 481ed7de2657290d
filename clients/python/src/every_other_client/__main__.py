"""Run the command line as python -m every_other_client."""

import sys

from every_other_client.cli import main

if __name__ == "__main__":
    sys.exit(main())
