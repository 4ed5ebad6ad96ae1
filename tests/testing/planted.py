"""Three games with one fault planted at a time: print what `check` finds in each.

Runs without Numba, because compiling a dozen games takes minutes: NUMBA_DISABLE_JIT=1 python planted.py ROOT FOLDER
"""

from __future__ import annotations

import json
import re
import sys
import warnings
from pathlib import Path

import numpy as np

from cardwright.core import registry
from cardwright.core.errors import CardwrightError
from cardwright.testing import check

RESET = "    s.bet[:] = 1\n"
APPLY = "def apply(s, rules, action):\n"
LABEL = "def label(s, rules, action):\n"
LEGAL = "    out[0], out[1] = PASS, BET\n    return 2\n"
SCORE = "min(s.bet[0], s.bet[1])"
HIDE = "        redeal(s, 0, s.card, 1 << player)\n"
SWAP = "            s.card[1], s.card[2] = s.card[2], s.card[1]\n"
SEEN = "        if not state.over:\n"
VIEW = "    def view(self, state: State) -> dict[str, Any]:\n"

# The name of a fault: the text that plants it, in place of which text of the example.
FAULTS = {
    "none": (RESET, RESET),
    "reset leaves residue": ("    s.to_act = 0\n", ""),
    "no legal action": (LEGAL, LEGAL.replace("2\n", "2 if s.turn < 2 else 0\n")),
    "action out of range": (LEGAL, LEGAL.replace("BET", "2")),
    "action twice": (LEGAL, LEGAL.replace("BET", "PASS")),
    "reading writes": (LABEL, LABEL + "    s.fixed += 0 if s.turn == 1 else 1\n"),
    "viewing writes": (VIEW, VIEW + "        state.record.turn += 1\n"),
    "score out of range": (SCORE, SCORE + " * 3"),
    "copies differ": (APPLY, APPLY + "    s.fixed = np.random.randint(2)\n"),
    "seeds differ": ("    redeal(s, 0, s.card, setup.fixed)", "    s.card[:] = np.random.permutation(3)"),
    "hiding leaks": (HIDE, "        if player == 0 and seed % 2:\n" + SWAP + "        if player == 1:\n    " + HIDE),
    "hiding forgets": (HIDE, "        redeal(s, 0, s.card, 0)\n"),
    "hiding changes the decider": (HIDE, HIDE + "        s.to_act = 0\n"),
    "observation leaks": ("out[s.card[player]] = 1", "out[s.card[1 - player]] = 1"),
    "observation too long": ("    return 5\n", "    out[5] = 1\n    return 6\n"),
    "observation not finite": ("out[3], out[4] = s.bet[player] / 2", "out[3], out[4] = np.inf"),
    "observation no number": ("out[3], out[4] = s.bet[player] / 2", "out[3], out[4] = np.nan"),
    "observation without a size": ("    return 5\n", ""),
    "observation not scaled": ("s.bet[player] / 2", "s.bet[player]"),
    "seen leaks": (SEEN, "        if state.over is None:\n"),
    "nothing seen": ('            view["hands"][self.player_name(1 - player)] = None\n', "            return {}\n"),
    "ambiguous words": ('("pass", "bet", "fold", "call")', '("pass", "Pass", "fold", "call")'),
    "too long": ("max_decisions = 3", "max_decisions = 2"),
    "never ends": ("OVER if over else other", "other"),
    "fault": (APPLY, APPLY + "    s.fault = s.turn > 1\n"),
    "player out of range": ("return s.to_act", "return s.to_act + 1 if s.to_act >= 0 else s.to_act"),
    "declares no chance": ("    max_actions = 2\n", "    max_actions = 2\n    chance = False\n"),
    "declares nothing hidden": ("    max_actions = 2\n", "    max_actions = 2\n    hidden_information = False\n"),
}

KNOWS = "    return whose == player\n"
HIDES = "if s.bid[other] != NONE and not knows(player, other):"
LOGS = "    event_type = Event\n"

# The same for Bids, where one player's event is another player's secret.
FAULTS_OF_BIDS = {
    "none in bids": (KNOWS, KNOWS),
    "no event log": (LOGS, ""),
    "a secret is known": (KNOWS, "    return True\n"),
    "a secret is copied": (HIDES, "if s.bid[other] == NONE + 9:"),
    "a bonus is copied": ("    s.bonus = below(s, 0, 2)\n    other", "    other"),
    "an event is missing": ("        log_event(Event.SHOWN, EVERYBODY, player, s.bid[player])\n", ""),
    "a bid is told and forgotten": ("log_event(Event.BID, only(player),", "log_event(Event.BID, EVERYBODY,"),
    "a bid can be worked out": ("only(player), player, action)", "EVERYBODY, player, action == 3)"),
    "a token like padding": ("out[n, 0] = 1 + whose", "out[n, 0] = whose"),
}

KNOWN = "    redeal(s, 0, s.card, known)\n"
ORDER = "    out[0] = KEEP\n    out[1] = SWAP\n"
SWAP_LABEL = "def label(s, rules, action):\n"
SECRET = '            view["hands"][other] = None\n'

# The same for Swap of docs/tutorial_student.md, where no view shows the cards that lie beside the hands.
FAULTS_OF_SWAP = {
    "none in swap": (KNOWN, KNOWN),
    "the last card is kept": (KNOWN, KNOWN.replace("known", "known | 1 << 4")),
    "the next card is kept": (KNOWN, KNOWN.replace("known", "known | 1 << 2 + player")),
    "a hand is told and forgotten": ("log_event(Event.HAS, only(player),", "log_event(Event.HAS, EVERYBODY,"),
    "seen shows a hand": (SECRET, "            pass\n"),
    "a label tells": (SWAP_LABEL, SWAP_LABEL + "    if s.card[1 - s.to_act] == 2:\n        return 1 - action\n"),
    "a label is shared": (SWAP_LABEL, SWAP_LABEL + "    return 0\n"),
    "the actions of legal tell": (ORDER, ORDER + "    if s.card[1 - s.to_act] == 2:\n        return 1\n"),
    "the order of legal tells": (ORDER, "    out[0] = s.card[1 - s.to_act] % 2\n    out[1] = 1 - out[0]\n"),
}


def found(example: str, folder: Path, name: str, old: str, new: str) -> str:
    """Return what `check` says of an example with one text replaced."""
    assert old in example, old
    own = f"planted_{name.replace(' ', '_')}"
    path = folder / f"{own}.py"
    path.write_text(re.sub('"(kuhn|sealed_bids|swap)"', f'"{own}"', example.replace(old, new, 1)))
    np.random.seed(0)  # some faults draw from NumPy's own generator
    try:
        report = check(registry.game(f"{path}:family"), games=30, uncompiled=False)
        return report.unlogged or report.deduced
    except CardwrightError as error:
        return str(error)


def main() -> None:
    """Plant every fault and print what was found."""
    warnings.simplefilter("ignore")
    root, folder = Path(sys.argv[1]), Path(sys.argv[2])
    kuhn, bids = (root / "examples/kuhn.py").read_text(), (root / "tests/testing/bids.py").read_text()
    page = (root / "docs/tutorial_student.md").read_text()
    swap = "\n\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    games = ((kuhn, FAULTS), (bids, FAULTS_OF_BIDS), (swap, FAULTS_OF_SWAP))
    answers = {
        name: found(example, folder, name, *fault) for example, faults in games for name, fault in faults.items()
    }
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
