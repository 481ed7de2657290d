"""Serves the site in production by uvicorn, with limits for each connection and a gentle shutdown."""
