"""What a game leaves behind for anyone's check: its transcript, and the programs that verify one."""
