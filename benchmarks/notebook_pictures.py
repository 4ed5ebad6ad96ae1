"""Pictures of what notebooks show, for docs/notebooks.md, on a light and on a dark page; drawn by Chromium.

python benchmarks/notebook_pictures.py docs/images
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
from pathlib import Path

import cardwright
from cardwright import SideBySide, spire

PAGE = (
    '<meta charset="utf-8"><body style="margin: 0; font: 15px system-ui, sans-serif">'
    '<div style="padding: 12px 16px; background: #fff; color: #111">{0}</div>'
    '<div style="padding: 12px 16px; background: #111; color: #ddd">{0}</div>'
)


def position():
    state = cardwright.game("spire:jaw-worm").new(seed=3, logged=True)
    for _ in range(3):
        state.play(state.legal()[0])
    return state


def cards():
    known = spire.standard()
    return SideBySide(
        *(known.card(name) for name in ("Bash", "Whirlwind", "Inflame")),
        cardwright.game("unicorns:3").card("Shark With a Horn"),
        cardwright.autobattler.Card("Grenade", 2, 1, {"explode_on_death": 3}),
    )


PICTURES = {"notebook_position.png": (position, "760,706"), "notebook_cards.png": (cards, "810,374")}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        raise SystemExit("Chromium is needed to draw the pictures")
    for name, (made, size) in PICTURES.items():
        with tempfile.TemporaryDirectory() as work:
            page = Path(work) / "page.html"
            page.write_text(PAGE.format(made()._repr_html_()), encoding="utf-8")
            flags = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={size}")
            subprocess.run([browser, *flags, f"--screenshot={folder / name}", page.as_uri()], check=True)


if __name__ == "__main__":
    main()
