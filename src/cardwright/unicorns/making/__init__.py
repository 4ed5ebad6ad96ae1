"""New unicorns, magic, upgrades and downgrades: grown after the existing ones, and the games that judge them."""

from .maker import UnicornsMaker

__all__ = ["UnicornsMaker"]
