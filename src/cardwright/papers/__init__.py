"""One module per paper: its experiments, repeated, with its figures next to ours."""
