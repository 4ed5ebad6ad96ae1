"""The foundation of every game, and all that authors of games and agents need.

A game is a record, a few functions over it (the verbs) and a class that turns numbers into words:

    from cardwright.core import OVER, Family, Game, game_record, kernel, register_verbs

docs/tutorial_student.md builds one step by step. A compiled agent calls the verbs of whatever game it plays:

    from cardwright.core import apply, decider, hide, legal, score

`__init__.pyi` lists all names, which are imported on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
