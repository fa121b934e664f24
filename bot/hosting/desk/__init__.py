"""The host's tools, one small module for each group. Each takes a command of somebody who may host the match."""
