"""What environments know of Catan and its modules."""

from workers.environments.families.catan.listed import family

__all__ = ["family"]
