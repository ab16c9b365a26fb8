"""What is shown, to whom."""
