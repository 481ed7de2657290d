"""The leaves of the public log, and its tree."""
