"""Which modules are not collected for their examples: those whose libraries are not installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["cardwright/adapters/stable_baselines.py"]
