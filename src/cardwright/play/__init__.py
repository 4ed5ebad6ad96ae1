"""Playing with people: the table they sit at with agents, hints, and what a game taught them."""
