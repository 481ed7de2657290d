"""Embedding finished games on other sites: a board for iframes, and oEmbed."""
