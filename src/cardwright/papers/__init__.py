"""One module a paper: its experiments done again, its tables beside ours."""
