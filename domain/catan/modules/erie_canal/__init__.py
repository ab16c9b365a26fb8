"""The Erie canal (rulebook 003, variant of New York): whoever joins two canal towns by road takes a canal token."""
