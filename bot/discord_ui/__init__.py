"""The only Discord: its client, commands, buttons, and the ports that hosting speaks through."""
