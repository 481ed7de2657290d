"""What Daphne does differently for us."""

import daphne.server  # noqa: F401 - before all else of Twisted, because it chooses the loop
