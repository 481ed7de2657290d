"""Wrong shuffles and how to detect them; weak generators and how to break them."""
