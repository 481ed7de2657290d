"""The calls of the open API: one module for each section of the page /api."""
