"""What the agent knows of the modules of Catan, one file a module."""
