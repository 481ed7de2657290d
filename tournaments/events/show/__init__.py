"""The data of events for pages, sockets and other apps."""
