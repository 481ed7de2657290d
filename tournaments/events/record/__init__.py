"""The rows of events: loading, locking and changing them, and the notifications that follow."""
