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
    from cardwright.core import files
    from cardwright.core.errors import CardwrightError

    file = last_game()
    try:
        files.make_folder(file.parent, private=True)
    except (CardwrightError, OSError):
        return None
    return file
