"""Adds the Erie canal (rulebook 003, variant of New York): joining two canal towns by road earns a canal token."""
