"""What the sweep does while it leads: all that is due each second, and long walks through the store bit by bit."""
