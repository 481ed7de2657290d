"""Live play: real moves by scripted clients from another process against a real server, each made durable."""
