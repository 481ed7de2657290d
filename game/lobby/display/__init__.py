"""The data that lobby and front page load: snapshot, figures and showcase."""
