"""What happens beside the API: the moves of AI seats, undo and replay jobs, and the sweep that loses none of them."""
