"""The gallery: cards as a notebook shows them, and the games that are described, with their rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cardwright
from cardwright import SideBySide, autobattler, cgdl, spire
from cardwright.core.showing.text import escape_html

_EXAMPLES = Path(__file__).parents[1] / "examples"
_SPIRE = ("Bash", "Whirlwind", "Inflame", "Body Slam", "Reaper", "Feed")
_UNICORNS = ("Alluring Narwhal", "Shark With a Horn", "Seductive Unicorn", "Unicorn Phoenix", "Good Deal")
_TOP = """\
# Gallery

    cardwright play cgdl:uno --seed 1

Cards and games, drawn from the same data that the rules are compiled from. A notebook shows cards in this way too.
"""


def page() -> str:
    """Return the page."""
    known = spire.standard()
    unicorns = cardwright.game("unicorns:standard")
    lineup = autobattler.sample("table-1").cards[:5]
    generated = spire.load(_EXAMPLES / "generated_cards.yaml")
    parts = [
        _TOP,
        _cards("Slay the Spire", "[How cards are written](../cards.md).", (known.card(name) for name in _SPIRE)),
        _cards("Unstable Unicorns", "[How they are written](../unicorns.md).", map(unicorns.card, _UNICORNS)),
        _cards("Auto battler", "[Mechanics and sets](../autobattler.md).", lineup),
        _cards(
            "Generated cards",
            "Each has a rule that no card had before: [how they were found](../generate_cards.md).",
            map(generated.card, generated.cards),
        ),
        *(f"- {status.describe()}" for status in generated.statuses.values()),
        "",
        "## Described games\n\nEach is a text of a few lines; [the language](../cgdl.md) explains them.\n",
        *(_game(cgdl.load(name), cgdl.source(name)) for name in cgdl.games()),
        "## Evolved games\n\nNobody wrote these: [evolution](../evolution.md) found them.\n",
        *(_evolved(path) for path in sorted(_EXAMPLES.glob("evolved/*.cgdl"))),
    ]
    return "\n".join(parts)


def _cards(title: str, words: str, cards: Iterable[Any]) -> str:
    shown = "".join(line for line in SideBySide(*cards)._repr_html_().splitlines(keepends=True) if line.strip())
    return f"## {title}\n\n{words}\n\n{shown}\n"


def _evolved(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return _game(cgdl.parse(text), text)


def _game(game: Any, source: str) -> str:
    """Return a game as a heading with its rules in English and its text, both folded."""
    title, _, rules = cgdl.english(game).partition("\n")
    rules = escape_html(rules.partition("\n")[2])  # without the line under the title
    return f"""\
### {title}

<details><summary>Rules in English</summary>
<pre>{rules}</pre>
</details>

<details markdown="1"><summary>Description</summary>

```cgdl
{source.strip()}
```

</details>
"""
