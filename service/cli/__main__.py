"""`python -m service.cli`, the command line where Longroad runs from its sources."""

import sys

from service.cli import main

if __name__ == "__main__":
    sys.exit(main())
