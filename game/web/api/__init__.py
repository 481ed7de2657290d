"""How a room describes its calls of the open API, in a module `api_calls`. `programs.api` serves them."""
