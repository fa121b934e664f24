"""Whatever goes wrong between the bot and Discord: the real client on real sockets against the fake Discord."""
