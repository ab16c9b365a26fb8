"""Tests of the environments for training."""
