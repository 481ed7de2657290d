"""Monthly dumps: the rated games of a month as public files, without names (docs/reference/data.md)."""
