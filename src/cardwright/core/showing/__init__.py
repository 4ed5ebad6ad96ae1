"""How things are shown: text, terminals, HTML, pictures, progress."""
