"""One game as a text that people and programs read: headers, then its cards and moves (docs/crib.md)."""
