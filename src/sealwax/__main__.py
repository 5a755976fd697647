"""Runs `sealwax` as `python -m sealwax`."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the current folder, which `python -m` puts there: files of a project are never imported

from sealwax.cli import main

sys.exit(main())
