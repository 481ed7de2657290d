"""The archive: past events, winners, clubs' all-time tables, and players' records, as pages and API calls."""
