"""Build the site into build/website, and fail on any broken link or anchor: python -m website"""

from __future__ import annotations

import argparse
import sys

from .building import BUILD, BrokenSite, build

if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m website", description=__doc__).parse_args()
    try:
        build(BUILD)
    except BrokenSite as error:
        sys.exit(str(error))
    print(f"read it with: python -m http.server --directory {BUILD / 'site'}")
