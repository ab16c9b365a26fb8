"""Who is calling, and what is theirs: tokens, API keys, seats owned, what they owe."""
