"""The commands: one file each, found by its name."""
