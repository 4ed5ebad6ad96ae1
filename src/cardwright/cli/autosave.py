"""The game that a person left last: saved as it goes on, so that nothing is lost."""

from __future__ import annotations

from pathlib import Path

FILE = "last-game.json"
WAY_BACK = "go on with: cardwright play --resume"


def last_game() -> Path:
    """Return the file of the game that was left last; it may not exist."""
    import platformdirs

    return Path(platformdirs.user_state_dir("cardwright", appauthor=False)) / FILE


def prepared() -> Path | None:
    """Return the file to save to, in a folder that exists; None where it cannot be made."""
    file = last_game()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return file
