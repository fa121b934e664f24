"""Slash commands, a module for each group."""
