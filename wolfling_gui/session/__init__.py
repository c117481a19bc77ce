"""The running battle, without a window."""
