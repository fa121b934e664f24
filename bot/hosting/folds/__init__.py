"""What each kind of row does to a match, and what is said because of it. Pure."""
