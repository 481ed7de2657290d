"""The open API: the calls under /api/v1, their access tokens and the page /api."""
