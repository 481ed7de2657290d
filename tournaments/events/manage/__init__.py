"""What hosts, directors and players do: create, direct, enter and withdraw."""
