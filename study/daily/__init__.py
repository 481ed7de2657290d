"""The daily game: one game a day against Advanced, from the same cards and the same chance for everybody."""
