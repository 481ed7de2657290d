"""A club of sample players and its evenings. One evening is still running when a host looks."""

NEEDS = ("tournaments",)
