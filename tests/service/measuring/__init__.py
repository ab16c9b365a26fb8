"""What a server tells of itself."""
