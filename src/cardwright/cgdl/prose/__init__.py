"""Games in words: the rules in plain English, and the names of the choices that players have."""
