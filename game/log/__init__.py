"""The public log: its leaves and its tree."""
