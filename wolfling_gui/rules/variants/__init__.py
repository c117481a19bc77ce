"""The rulesets laid over a core: each module replaces the slots its supplement changes."""
