"""The site project: settings, URLs, logs, health checks, and the admin's front page."""

# The same as in docs/changelog.md and pyproject.toml.
VERSION = "1.0"
