"""The commands of the program, one module each; a command imports what it needs when it runs."""
