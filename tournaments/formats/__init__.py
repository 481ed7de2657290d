"""The rules of all formats of events, pure: pairing, scoring and standings without Django or a clock."""
