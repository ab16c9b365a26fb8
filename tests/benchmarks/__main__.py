"""`python -m tests.benchmarks`: every measurement, one JSON object a line."""

from tests.benchmarks import rules

if __name__ == "__main__":
    rules.run()
