"""HTTP requests: client address, rate limits, parameters, and the format of refusals."""
