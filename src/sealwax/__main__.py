"""`python -m sealwax` is the command `sealwax`."""

import sys

from sealwax.cli import main

sys.exit(main())
