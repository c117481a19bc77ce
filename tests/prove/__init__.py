"""The honest mirror: what falls short although every test passes."""
