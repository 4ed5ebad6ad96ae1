"""Scenario files: rules written down as data, and performed step by step."""
