"""These programs work beside the API: they move AI seats, undo, replay and analyze, and leave nothing undone."""
