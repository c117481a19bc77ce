"""The map: items, baking, and the symbols it is written in."""
