"""The open platform: the calls of /api/v1, the tokens by which programs make them, and their page."""
