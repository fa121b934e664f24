"""What time brings about: the sweep, reminders, absence, retention."""
