"""What environments know of Catan and its modules."""

from workers.lab.environments.families.catan.listed import family

__all__ = ["family"]
