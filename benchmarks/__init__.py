"""How fast it is: `make bench` measures, and prints one table; docs/performance.md says how to read it.

Nothing of the product knows these modules. They put the bot together as the wiring does, stand in for Discord's gateway
and for its HTTP, and watch from outside.
"""
