"""Prove that every rule is held by its cases: change a rule, and a case must fail."""
