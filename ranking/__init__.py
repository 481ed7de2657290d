"""The ladder: points, levels, gates, the Top 50, and the record of every change."""
