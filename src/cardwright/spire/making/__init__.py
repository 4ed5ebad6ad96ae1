"""New cards and statuses for battles: grown after the existing ones, and the trials that judge them."""

from .maker import SpireMaker

__all__ = ["SpireMaker"]
