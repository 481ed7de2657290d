"""The rules of every format of event, pure: pairing, scoring and standings without Django or a clock."""
