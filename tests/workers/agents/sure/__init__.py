"""Tests that no agent passes over a turn that is surely won, with a judge that tries everything."""
