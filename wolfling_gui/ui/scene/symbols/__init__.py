"""The map's vocabulary: painters of symbols, in device-independent pixels, that know no battle.

Each painter is a function of a QPainter, a Palette, and points or numbers in pixels. The canvas is y-down and
unscaled: callers turn inches into pixels first, so that lines keep their width at every zoom.
"""
