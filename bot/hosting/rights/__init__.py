"""Who may do what, and what Discord says of them at this moment."""
