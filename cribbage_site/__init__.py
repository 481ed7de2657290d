"""The site: settings, addresses, and what wires all the rooms together."""

# As docs/changelog.md tells of it, and pyproject.toml has it.
VERSION = "1.0"
