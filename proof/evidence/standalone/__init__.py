"""The one-file verifier for download. It imports no code of this project, and no code imports it."""
