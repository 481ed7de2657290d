"""The site under faults: people who go on playing while what they play on is killed, frozen and misled."""
