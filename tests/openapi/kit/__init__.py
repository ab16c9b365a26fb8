"""Tests the conformance kit: clients that are right pass, and each that is broken is found out for its reason."""
