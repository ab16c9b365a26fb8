"""Holds what each game adds to the bridge: other programs' files in place of position documents."""
