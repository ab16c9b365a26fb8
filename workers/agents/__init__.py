"""Computer players. Each sees a seat's knowledge and legal actions, and nothing else; they import the rules alone."""
