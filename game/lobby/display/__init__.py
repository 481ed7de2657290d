"""The parts of the lobby and of the front page that are read for a page: snapshot, figures, showcase."""
