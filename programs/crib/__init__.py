"""The .crib format: one game as a text of headers, cards and moves (docs/reference/crib.md)."""
