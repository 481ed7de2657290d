"""The app that docs/contributing.md shows is built and used: nothing but its own folder knows it."""
