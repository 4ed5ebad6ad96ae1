"""How long tests wait."""

PATIENCE = 600  # seconds until a test gives up what it waits for; enough for the slowest machine
