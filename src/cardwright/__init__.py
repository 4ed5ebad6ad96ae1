"""Cardwright: a workbench for people who study, make and tune card games.

>>> import cardwright
>>> state = cardwright.game("spire:jaw-worm").new(seed=7)
>>> state.decider
0

`__init__.pyi` lists what the package offers. Type checkers read it, and each name is imported on first use, so that
importing the package is quick.
"""

import os
import signal
import sys

_script = os.path.basename(sys.argv[0]).removesuffix(".exe")  # which Windows adds
_is_command = _script == __name__ or f" -m {__name__} " in f"{' '.join(sys.orig_argv)} "
if _is_command and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends the program in silence until `cli.main` takes over

import lazy_loader  # noqa: E402  # takes time, in which Ctrl-C may come

__version__ = "0.2.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
