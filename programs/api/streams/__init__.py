"""HTTP streams: consumers, as for sockets, whose output becomes a streamed response."""
