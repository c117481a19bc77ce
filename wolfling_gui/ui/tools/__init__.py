"""Tools: what the pointer does on the map. Each is a generator that is sent pointer events."""
