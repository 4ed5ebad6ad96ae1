"""New cards for any game that says how they are made: grown, judged by play, and kept in an archive.

>>> from cardwright import spire
>>> from cardwright.generate.cards import Judge, Rung
>>> judge = Judge(spire.family.card_maker(), seed=1, rungs=[Rung(games=2, stride=12)])
>>> jab = {"cards": {"Jab": {"type": "attack", "effect": {"to": "an enemy", "attack": 3}}}}
>>> judge.judge(jab).games
2
"""

from .archive import CardArchive
from .checkpoint import as_content
from .checkpoint import load as load_search
from .comparison import Outcome, outcome
from .contradiction import contradictions
from .figures import Figures
from .files import write_archive
from .growing import grow_cards
from .judge_file import judge_file
from .known import Known
from .llm_designer import LlmDesigner
from .page import archive_page, interval
from .recipe import GIVEN, Candidate, Recipe
from .rounds import Round, judge_rounds
from .search import Designer, Grammar, Search, Settings, search_cards
from .trials import Judge, Rung

__all__ = [
    "GIVEN", "Candidate", "CardArchive", "Designer", "Figures", "Grammar", "Judge", "Known", "LlmDesigner", "Outcome",
    "Recipe", "Round", "Rung", "Search", "Settings", "archive_page", "as_content", "contradictions", "grow_cards",
    "interval", "judge_file", "judge_rounds", "load_search", "outcome", "search_cards", "write_archive",
]  # fmt: skip
