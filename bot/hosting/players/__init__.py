"""Sign-up, a player's own questions, and preferences."""
