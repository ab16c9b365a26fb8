"""Tests the commands that keep a store in order, on real stores and in processes of their own."""
