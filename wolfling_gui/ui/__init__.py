"""The window: the only place where Qt is used."""
