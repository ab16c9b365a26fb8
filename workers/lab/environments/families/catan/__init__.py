"""What environments know of Catan and its modules."""

from workers.lab.environments.families.catan.command_lists import family

__all__ = ["family"]
