"""The public log: what the server can never take back, as files that anybody can follow (docs/log.md)."""
