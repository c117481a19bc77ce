"""Wolfling: a desktop assistant for fan-made miniature battle rulesets."""

__version__ = "0.1.0"
