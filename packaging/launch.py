"""Start Wolfling from a bundle, where no installed command does it."""

import sys

from wolfling_gui.__main__ import main

sys.exit(main())
