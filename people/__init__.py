"""People: accounts, profiles, clubs, notifications, and the rules between players."""
