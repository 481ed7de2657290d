"""The rules of all event formats: pairing, scoring and standings. Pure code, without Django or a clock."""
