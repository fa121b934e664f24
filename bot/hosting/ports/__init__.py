"""What hosting needs of the outside, protocols only: Discord, the store, time and chance."""
