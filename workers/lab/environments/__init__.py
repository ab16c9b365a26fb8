"""Environments for training: PettingZoo for all seats, Gymnasium for one; see docs/environments.md."""
