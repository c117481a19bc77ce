"""Decisions: what is permitted, what happens, and by which rule."""
