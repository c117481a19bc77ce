"""The classic core: the mechanics of the fifth-edition era that four rulesets lean on, one topic a module."""
