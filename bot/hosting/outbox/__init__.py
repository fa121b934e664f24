"""What goes out: delivery, merging, parking."""
