"""The rulesets: pure judges of games, with no clock, no chance of their own, no Discord and no files."""
