"""Pure geometry over core values: distances, sight, paths and places."""
