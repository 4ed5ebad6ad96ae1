"""Routes by measured risk: an agent plays what stands in the rooms, and a plan maximises the chance to beat the boss.

>>> from cardwright.route import measured
>>> position = measured.Position({"hp": 62, "max_hp": 80}, agent="rules")
>>> measured.known(position, "HELLO").encounters[0]
{'2 Louse': 1.0}
"""

from .outlook import Forecast, Outlook, Past, known, possible, visited
from .plan import Plan, PlanStep, RoomRisk, plan
from .risks import Risks, measure
from .survival import Option, Survival
from .visits import Content, Level, Position, Visits

__all__ = [
    "Content",
    "Forecast",
    "Level",
    "Option",
    "Outlook",
    "Past",
    "Plan",
    "PlanStep",
    "Position",
    "Risks",
    "RoomRisk",
    "Survival",
    "Visits",
    "known",
    "measure",
    "plan",
    "possible",
    "visited",
]
