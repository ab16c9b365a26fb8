"""How the modules of Catan look, one file each."""
