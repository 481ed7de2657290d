"""Pages of the admin: lists that a host reads, with their filters and links."""
