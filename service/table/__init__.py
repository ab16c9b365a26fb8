"""Models the table of a game: its events and their fold, seats and votes; it is never rewound."""
