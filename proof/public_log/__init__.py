"""The public log: statements that the server cannot take back, as files to follow (docs/reference/log.md)."""
