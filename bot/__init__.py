"""Dealer: the host of long, play-by-post games of bluff, on Discord."""

__version__ = "0.1.0"
