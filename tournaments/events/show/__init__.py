"""What pages, sockets and other rooms show of events."""
