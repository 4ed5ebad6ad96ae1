"""Language models as players: `llm:MODEL`, for every game (docs/llm.md).

| module        | what it does                                                          |
| ------------- | --------------------------------------------------------------------- |
| settings.py   | reads `llm:MODEL+temperature=0.2+style=reason`                        |
| prompt.py     | turns a position into messages, with the templates in prompts/        |
| reply.py      | reads the reply                                                       |
| client.py     | speaks the chat protocol of OpenAI: retries, rate limits, secrets     |
| connection.py | sends HTTP requests that end by a deadline                            |
| cache.py      | keeps replies on disk                                                 |
| budget.py     | counts requests and tokens                                            |
| chat.py       | asks a model within its budget, unless the reply is on disk           |
| agent.py      | puts these together: ask, have it repaired once, fall back            |
"""

from __future__ import annotations

from .agent import Llm
from .settings import WORD, Settings, with_prompt

__all__ = ["WORD", "Llm", "Settings", "with_prompt"]
