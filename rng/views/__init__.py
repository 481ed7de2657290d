"""The pages of chance, and what they ask of the server."""
