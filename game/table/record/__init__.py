"""A table's record: loaded from database rows and written to them durably."""
