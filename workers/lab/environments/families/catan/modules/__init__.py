"""Holds what environments know of modules of Catan, each in the file of its name, if there is anything."""
