"""Serve the site in production with uvicorn, with limits per connection and a graceful shutdown."""
