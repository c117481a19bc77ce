"""Values only: what a battle is made of."""
