"""Cardwright: a workbench for people who study, make and tune card games.

>>> import cardwright
>>> state = cardwright.game("spire:jaw-worm").new(seed=7)
>>> state.decider
0

`__init__.pyi` lists what the package offers. Type checkers read it, and each name is imported on first use, so that
importing the package is quick.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
