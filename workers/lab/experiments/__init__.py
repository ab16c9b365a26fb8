"""What all measurements of agents have in common: who plays, work for several processes, and results that are kept."""
