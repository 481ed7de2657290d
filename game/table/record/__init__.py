"""The record of a table: it is loaded from rows, and written to them durably."""
