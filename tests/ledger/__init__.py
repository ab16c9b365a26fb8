"""Reports which rules have a passing test of their own: `python -m tests.ledger` (`make rules`)."""
