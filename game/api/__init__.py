"""The HTTP API: creates games and settles seeks. docs/protocol.md, in code."""
