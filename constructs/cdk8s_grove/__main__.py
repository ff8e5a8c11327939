"""`python -m cdk8s_grove` is `cdk8s-grove`."""

from __future__ import annotations

import sys

from cdk8s_grove.cli import main

sys.exit(main())
