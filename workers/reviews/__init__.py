"""Reviews of finished games: how likely each seat was to win, what each decision cost, and who was lucky."""
