"""The table of a game: its events and their fold, who sits where, which votes there are; never rewound."""
