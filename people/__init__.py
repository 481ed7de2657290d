"""People: accounts, profiles, clubs, notices, and the rules between players."""
