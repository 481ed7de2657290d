"""The daily game: one game a day against Advanced, with the same cards and chance for all players."""
