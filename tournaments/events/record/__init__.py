"""What is stored of events: loading, locking and changing rows, and the notices that follow."""
