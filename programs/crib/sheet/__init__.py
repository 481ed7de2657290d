"""Format 2 of .crib: score sheets, as people write them. Pure."""
