"""Read-only admin pages with filters and links."""
