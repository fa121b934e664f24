"""What a host does. No Discord, no SQL and no wall clock: they come in through `ports`."""
