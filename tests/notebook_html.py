"""Reading what objects show in notebooks."""

from __future__ import annotations

import xml.etree.ElementTree as ET

HOSTILE = "<script>alert('x')</script>"


def words_of(shown: str) -> str:
    """Return all that a reader can see or hover over, after checking that the HTML is well-formed."""
    tree = ET.fromstring(shown)
    tags = {each.tag.rpartition("}")[2] for each in tree.iter()}
    assert tags.isdisjoint({"script", "iframe", "object", "link"})
    assert not any(name.startswith("on") for each in tree.iter() for name in each.attrib)
    hovered = [each.get("title", "") for each in tree.iter()]
    for style in list(tree.iter("style")):
        style.text = ""
    return " ".join([*tree.itertext(), *hovered])
