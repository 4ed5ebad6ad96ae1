"""Where work is done: threads, processes and clusters."""
