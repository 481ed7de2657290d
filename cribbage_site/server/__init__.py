"""Serves the site by Daphne or by uvicorn, with the same limits and the same goodbye."""
