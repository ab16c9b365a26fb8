"""Says which frame allows what, and hands the dice on (rulebook 003, Summary)."""
