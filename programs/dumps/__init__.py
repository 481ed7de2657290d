"""Monthly dumps: the rated games of a month as files for anybody, without names (docs/data.md)."""
