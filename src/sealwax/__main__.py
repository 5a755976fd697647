"""Runs `sealwax` as `python -m sealwax`."""

import sys

from sealwax.cli import main

sys.exit(main())
