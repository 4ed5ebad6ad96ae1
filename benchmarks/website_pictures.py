"""Pictures of the website at the widths of a phone, a tablet and a screen, to look at; drawn by Chromium.

python -m website && python benchmarks/website_pictures.py FOLDER
"""

from __future__ import annotations

import argparse
import base64
import shutil
from pathlib import Path

from selenium import webdriver

SITE = Path(__file__).resolve().parents[1] / "build/website/site"
PAGES = ("index", "tutorial_designer", "reference/commands", "reference/gallery", "reference/python/arena")
WIDTHS = {390: 844, 820: 1180, 1280: 900}
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dark", action="store_true")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for flag in FLAGS:
        options.add_argument(flag)
    browser = webdriver.Chrome(options=options)
    scheme = "dark" if arguments.dark else "light"
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    for width, height in WIDTHS.items():
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        for page in PAGES:
            browser.get((SITE / f"{page}.html").as_uri())
            drawn = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
            name = f"{page.replace('/', '_')}_{width}_{scheme}.png"
            (arguments.folder / name).write_bytes(base64.b64decode(drawn["data"]))
    browser.quit()


if __name__ == "__main__":
    main()
