"""A match without Discord: the same bot on a simulated one."""
