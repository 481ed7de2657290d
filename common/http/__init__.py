"""Requests over HTTP: their address and limits, their parameters, the shape of a refusal."""
