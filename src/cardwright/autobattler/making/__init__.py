"""New cards and mechanics for lineups: grown after the existing ones, and the battles that judge them."""

from .maker import AutobattlerMaker

__all__ = ["AutobattlerMaker"]
